/** Recordings of the JDK Flight Recorder. */
import { rm } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { localPath } from '../server/local-folder.ts';
import { javaTool, jcmd } from './load/process.ts';

/** Stacks of sign-ins are deeper than the recorder's 64 frames. */
const STACK_DEPTH = 512;

/**
 * Records a server during a load. Returns the recording's file.
 * @param settings beside the recorder's own profile, such as `jdk.Compilation#threshold=0ms`
 */
export async function record(
  pid: number,
  name: string,
  load: () => Promise<unknown>,
  settings: readonly string[] = [],
): Promise<string> {
  const file = localPath('bench', `${name}.jfr`);
  await rm(file, { force: true });
  await jcmd(pid, 'JFR.configure', `stackdepth=${STACK_DEPTH}`);
  await jcmd(pid, 'JFR.start', 'name=linkgate', 'settings=profile', `filename=${file}`, ...settings);
  await load();
  await jcmd(pid, 'JFR.stop', 'name=linkgate');
  return file;
}

/** Passes a recording's events of one kind to `output`, line by line as `jfr print` has them. */
export async function printEvents(file: string, kind: string, output: (line: string) => void): Promise<void> {
  const { code, tail } = await runChild({
    command: javaTool('jfr'),
    args: ['print', '--events', kind, '--stack-depth', String(STACK_DEPTH), file],
    output,
  });
  if (code !== 0) throw new Failure(`jfr print exited with code ${code}`, tail);
}
