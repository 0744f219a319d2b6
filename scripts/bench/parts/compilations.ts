/** The longest compilations during the first sign-ins after a start. */
import { compilationsIn } from '../compilations.ts';
import { runLoad } from '../load/closed-loop.ts';
import type { Part } from '../part.ts';
import { record } from '../recording.ts';
import { signInLoad } from '../servers/loads.ts';

const LONG_MILLIS = 500;
const LISTED = 10;
/** Linkgate's script and host, with the engine in its JAR. */
const OWN = /^org\.linkgate\./;

export const compilationsPart: Part = async (context) => {
  const { signIns, clients } = context.options;
  const server = await context.start('compilations');
  await server.makeLinkgateRealm(context.users(signIns));
  await server.stop();
  await server.restart();
  const file = await record(server.pid, 'compilations', () => runLoad(signInLoad(server, signIns, clients)));
  const all = (await compilationsIn(file)).filter(({ compiler }) => compiler === 'c2');
  const long = all.filter(({ millis }) => millis > LONG_MILLIS);
  for (const { method, millis } of all) context.log(`C2: ${millis.toFixed(0)} ms: ${method}`);
  return [
    {
      row: 'long-compilations',
      rounds: [long.filter(({ method }) => OWN.test(method)).length],
      beside: [],
      course: all
        .slice(0, LISTED)
        .map(({ method, millis }) => ({ name: `\`${method}\``, unit: 'ms', values: [millis] })),
      notes: [
        `${signIns} sign-ins by ${clients} clients after a start; ${long.length} of all methods took as long. The longest of all:`,
      ],
    },
  ];
};
