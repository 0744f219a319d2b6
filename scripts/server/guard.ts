/**
 * Runs one command, and stops it when the parent process exits for any reason (started by `child.ts`).
 *
 * Usage: node guard.ts <stop seconds> <command> [argument…]
 *
 * It leads its own process group. Nothing is written to its standard input, a pipe that closes when the parent process exits,
 * even by a crash or SIGKILL.
 */

import { spawn } from 'node:child_process';

const [stopSeconds, command, ...args] = process.argv.slice(2);
if (stopSeconds === undefined || command === undefined) throw new Error('guard.ts: nothing to run');

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
let stopping = false;

function killGroup(): void {
  process.kill(-process.pid, 'SIGKILL');
}

/** Sends SIGTERM to the command only: a shell script forwards it, and a server that receives it twice may skip its cleanup. */
function stop(): void {
  if (stopping) return;
  stopping = true;
  child.kill('SIGTERM');
  setTimeout(killGroup, Number(stopSeconds) * 1000);
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.on('SIGHUP', stop);
process.stdin.on('end', stop).on('error', stop).resume();
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code) => {
  if (stopping) killGroup();
  process.exit(code ?? 1);
});
