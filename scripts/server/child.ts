/** Other programs, run so that none of them outlives this process (by `guard.ts`). */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.ts';

const STOP_SECONDS = 15;
/** How much longer the guard gets to end the group by itself. */
const GUARD_SECONDS = 3;
const TAIL_LINES = 20;
const GUARD = fileURLToPath(new URL('./guard.ts', import.meta.url));

/** What to run, and where its output goes: each line to a function, or everything to a file, which is emptied first. */
export interface Command {
  command: string;
  args: readonly string[];
  /** Working folder. */
  cwd?: string;
  /** The whole environment; this process's own by default. */
  env?: NodeJS.ProcessEnv;
  output: ((line: string) => void) | { file: string };
}

/** A program that was started. */
export interface Child {
  /** Its exit code, once it and all its output have ended; 1 where a signal ended it. */
  exited: Promise<number>;
  /** SIGTERM, and after 15 seconds SIGKILL to everything that it started; resolves when nothing is left. */
  stop(): Promise<void>;
  /** SIGKILL to everything that it started, as a crash would end it; resolves when nothing is left. */
  kill(): Promise<void>;
}

const children = new Set<Child>();
let closed = false;

/**
 * Starts a program.
 * @throws Failure once `stopChildren` was called
 */
export function startChild({ command, args, cwd, env = process.env, output }: Command): Child {
  if (closed) throw new Failure(`${command}: not started, because everything is shutting down`);
  const file = typeof output === 'function' ? undefined : openSync(output.file, 'w');
  const guard = spawn(process.execPath, [GUARD, String(STOP_SECONDS), command, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env,
    detached: true,
    stdio: ['pipe', file ?? 'pipe', file ?? 'pipe'],
  });
  if (file !== undefined) closeSync(file);
  if (typeof output === 'function') {
    for (const stream of [guard.stdout, guard.stderr]) eachLine(stream, output);
  }
  const child: Child = {
    exited: exitOf(guard),
    stop: () => stopGuard(guard, child),
    kill: async () => {
      endGroup(guard);
      await child.exited;
    },
  };
  children.add(child);
  void child.exited.then(() => children.delete(child));
  return child;
}

/** Runs a program to completion. Returns its exit code and its last 20 lines. */
export async function runChild(options: Command & { output: (line: string) => void }) {
  const tail: string[] = [];
  const output = (line: string) => {
    tail.push(line);
    if (tail.length > TAIL_LINES) tail.shift();
    options.output(line);
  };
  return { code: await startChild({ ...options, output }).exited, tail };
}

/** Ends every program that is still running; none can be started after this. */
export async function stopChildren(): Promise<void> {
  closed = true;
  await Promise.all([...children].map((child) => child.stop()));
}

function eachLine(stream: Readable | null, output: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', output);
}

function exitOf(guard: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    guard.on('error', () => resolve(1));
    guard.on('exit', () => endGroup(guard));
    guard.on('close', (code) => resolve(code ?? 1));
  });
}

async function stopGuard(guard: ChildProcess, child: Child): Promise<void> {
  guard.kill('SIGTERM');
  const timer = setTimeout(() => endGroup(guard), (STOP_SECONDS + GUARD_SECONDS) * 1000);
  await child.exited;
  clearTimeout(timer);
}

function endGroup(guard: ChildProcess): void {
  try {
    if (guard.pid !== undefined) process.kill(-guard.pid, 'SIGKILL');
  } catch {
    // No process is left in the group.
  }
}
