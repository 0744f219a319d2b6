/** Runs other programs, and ensures by `guard.ts` that none of them outlives this process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Failure } from '../failure.ts';

const STOP_SECONDS = 15;
/** How much longer the guard may take to kill the group itself. */
const GUARD_SECONDS = 3;
const TAIL_LINES = 20;
const GUARD = fileURLToPath(new URL('./guard.ts', import.meta.url));

/** The program to run; its output goes line by line to a function, or to a file, which is emptied first. */
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
  /** Its exit code, once it has exited and its output is closed; 1 if a signal ended it. */
  exited: Promise<number>;
  /** Sends SIGTERM, and after 15 seconds SIGKILL to its process group; resolves once all processes have exited. */
  stop(): Promise<void>;
  /** Sends SIGKILL to its process group, like a crash; resolves once all processes have exited. */
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
    for (const stream of [guard.stdout, guard.stderr]) forEachLine(stream, output);
  }
  const child: Child = {
    exited: exitCodeOf(guard),
    stop: () => stopGuard(guard, child),
    kill: async () => {
      killGroup(guard);
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

/** Stops all running programs; none can be started afterwards. */
export async function stopChildren(): Promise<void> {
  closed = true;
  await Promise.all([...children].map((child) => child.stop()));
}

function forEachLine(stream: Readable | null, output: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on('line', output);
}

function exitCodeOf(guard: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    guard.on('error', () => resolve(1));
    guard.on('exit', () => killGroup(guard));
    guard.on('close', (code) => resolve(code ?? 1));
  });
}

async function stopGuard(guard: ChildProcess, child: Child): Promise<void> {
  guard.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(guard), (STOP_SECONDS + GUARD_SECONDS) * 1000);
  await child.exited;
  clearTimeout(timer);
}

function killGroup(guard: ChildProcess): void {
  try {
    if (guard.pid !== undefined) process.kill(-guard.pid, 'SIGKILL');
  } catch {
    // No process is left in the group.
  }
}
