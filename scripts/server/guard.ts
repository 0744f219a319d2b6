/**
 * Runs one command and ends it when the starting process exits for any reason (`child.ts` starts it).
 *
 * Usage: node guard.ts <stop seconds> <command> [argument…]
 *
 * It leads its own process group. Its standard input is a pipe without a writer: the pipe closes when the process at the
 * other end exits, even by a crash or SIGKILL.
 */

import { spawn } from 'node:child_process';

const [stopSeconds, command, ...args] = process.argv.slice(2);
if (stopSeconds === undefined || command === undefined) throw new Error('guard.ts: nothing to run');

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
let stopping = false;

function endGroup(): void {
  process.kill(-process.pid, 'SIGKILL');
}

/** Signals only the command to end: a shell script passes the signal on, and a server that gets it twice may skip its cleanup. */
function stop(): void {
  if (stopping) return;
  stopping = true;
  child.kill('SIGTERM');
  setTimeout(endGroup, Number(stopSeconds) * 1000);
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
  if (stopping) endGroup();
  process.exit(code ?? 1);
});
