/** The common part of all commands: a failure is a clear line and an exit code, and no started process is left running. */
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
    console.error([failure.message, ...failure.details].join('\n'));
    process.exitCode = failure instanceof WrongUsage ? EXIT_CODE.differentOrWrongUsage : EXIT_CODE.failed;
  } finally {
    await stopChildren();
  }
}
