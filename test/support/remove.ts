/** Runs `npm run linkgate -- remove`, and other commands that succeed. */
import { expect } from 'vitest';
import type { Removed } from '../../scripts/remove/remove.ts';
import { jsonOf, npmRunHere } from './command.ts';

/** Removes Linkgate from a realm; fails with what was said unless the command exits so. */
export async function removed(realm: string, code: number, ...args: string[]): Promise<Removed> {
  const ran = await npmRunHere('remove', ['--realm', realm, '--json', ...args]);
  expect(ran.code, ran.stdout + ran.stderr).toBe(code);
  return jsonOf<Removed>(ran);
}

/** Runs a command, and fails with what it said unless it succeeds. */
export async function runs(name: string, ...args: string[]): Promise<void> {
  const ran = await npmRunHere(name, args);
  expect(ran.code, ran.stdout + ran.stderr).toBe(0);
}
