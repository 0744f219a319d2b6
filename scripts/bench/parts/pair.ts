/** The same kind of request to a Linkgate realm with limits on, and to a stock server, in turn. */
import type { BenchContext } from '../bench-context.ts';
import type { Finding } from '../finding.ts';
import { type Load, perSecond } from '../load/closed-loop.ts';
import type { User } from '../load/users.ts';
import type { RowName } from '../rows.ts';
import { caller } from '../servers/loads.ts';
import { ratios } from '../statistics.ts';
import { costSeries, inTurn } from './in-turn.ts';

const CALLS_PER_SIGN_IN = 3;

type Call = (user: User) => Promise<unknown>;

/** The same kind of request: on Keycloak's own path, on a stock server's, and on the contract's path. */
export interface Pair {
  row: RowName;
  ours: Call;
  stock: Call;
  contract: Call;
}

/** Measures a pair; the finding's ratio is that of requests a second on Keycloak's own paths. */
export async function comparePair(context: BenchContext, { row, ...calls }: Pair): Promise<Finding> {
  const { signIns, clients } = context.options;
  const [server, stockServer] = [await context.warm(), await context.stock()];
  const load = (call: Call): Load => ({
    count: signIns * CALLS_PER_SIGN_IN,
    clients,
    work: (number) => call(caller(number)),
  });
  const { ours, stock, contract } = await inTurn(context, {
    ours: { server, ...load(calls.ours) },
    stock: { server: stockServer, ...load(calls.stock) },
    contract: { server, ...load(calls.contract) },
  });
  const ratio = ratios(ours.map(perSecond), stock.map(perSecond));
  context.log(`${row}: ${ratio.map((value) => value.toFixed(2)).join(', ')}`);
  return {
    row,
    rounds: ratio,
    beside: [
      ...costSeries('in the Linkgate realm', ours),
      ...costSeries("at the contract's path", contract),
      ...costSeries('on the stock server', stock),
    ],
    notes: [`${clients} clients; limits are on and count every request.`],
  };
}
