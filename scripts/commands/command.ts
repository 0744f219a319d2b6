/** Runs a command: reports a failure as one line and an exit code, and leaves no started process running. */

import { inOneLine } from '../../provider-scripts/src/platform/engine/one-line.ts';
import { asFailure } from '../admin/failure.ts';
import { EXIT_CODE } from '../cli/exit-code.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { Failure } from '../failure.ts';
import { stopChildren } from '../server/child.ts';

/** Runs a command's work to completion. */
export async function command(work: () => Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopChildren().then(() => process.exit(1)));
  }
  try {
    await work();
  } catch (error) {
    const failure = asFailure(error);
    if (!(failure instanceof Failure)) throw failure;
    console.error(linesOf(failure).join('\n'));
    process.exitCode = failure instanceof WrongUsage ? EXIT_CODE.wrongUsage : EXIT_CODE.failed;
  } finally {
    await stopChildren();
  }
}

/** What it tells, without the control characters of a server's or a file's texts, which a terminal would obey. */
function linesOf({ message, details }: Failure): string[] {
  const lines = [message, ...details].join('\n').split(/\r?\n/);
  return lines.map((line) => inOneLine(line.replaceAll('\t', '  ')));
}
