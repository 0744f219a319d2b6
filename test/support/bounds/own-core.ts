/** A core for a node alone: what the run itself takes of the machine isn't taken from the node, nor is it counted for it. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { processFamily } from '../../../scripts/bench/load/process.ts';

const run = promisify(execFile);

/** Puts a process on the first core, and all others of this run of tests, such as databases and other nodes, on the rest; Linux only. */
export async function giveOwnCore(pid: number): Promise<void> {
  const cores = availableParallelism();
  if (cores < 2) return;
  const rest = cores === 2 ? '1' : `1-${cores - 1}`;
  // The program that runs the tests has started everything; those that ended meanwhile don't matter.
  const others = (await processFamily(process.ppid)).filter((other) => other !== pid);
  await Promise.all(others.map((other) => taskset(rest, other).catch(() => {})));
  await taskset('0', pid);
}

/** All of its threads, and those that they start. */
async function taskset(cores: string, pid: number): Promise<void> {
  await run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
}
