/** The script that tells browsers of removed passkeys. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { THEME } from '../support/messages.ts';

const SCRIPT = readFileSync(path.join(THEME, 'login', 'resources', 'js', 'passkey-signal.js'), 'utf8');

/** Runs it on a page with these data attributes; returns the calls of the browser's functions, in order. */
async function callsWith(
  dataset: Record<string, string>,
  names: readonly string[],
  answer: () => Promise<unknown> = async () => undefined,
): Promise<unknown[]> {
  const calls: unknown[] = [];
  const functions = names.map((name) => [
    name,
    (options: unknown) => {
      calls.push([name, options]);
      return answer();
    },
  ]);
  const globals = { PublicKeyCredential: names.length === 0 ? undefined : Object.fromEntries(functions) };
  const page = { getElementById: () => ({ dataset }) };
  const run = new Function('globalThis', 'document', `return (async () => {${SCRIPT}})()`);
  await run(globals, page);
  return calls;
}

const UNKNOWN = { rpId: 'id.example', credentialId: 'abc', userId: '', accepted: '' };
const LEFT = { rpId: 'id.example', credentialId: '', userId: 'me', accepted: 'one two' };
const BOTH = ['signalUnknownCredential', 'signalAllAcceptedCredentials'];

test('tells of one that is unknown', async () => {
  expect(await callsWith(UNKNOWN, BOTH)).toEqual([
    ['signalUnknownCredential', { rpId: 'id.example', credentialId: 'abc' }],
  ]);
});

test('tells of the remaining ones, also of none', async () => {
  const signal = (allAcceptedCredentialIds: string[]) => [
    ['signalAllAcceptedCredentials', { rpId: 'id.example', userId: 'me', allAcceptedCredentialIds }],
  ];
  expect(await callsWith(LEFT, BOTH)).toEqual(signal(['one', 'two']));
  expect(await callsWith({ ...LEFT, accepted: '' }, BOTH)).toEqual(signal([]));
});

test('does nothing in a browser without the functions, and ignores errors', async () => {
  expect(await callsWith(UNKNOWN, [])).toEqual([]);
  expect(await callsWith(UNKNOWN, BOTH.slice(1))).toEqual([]);
  expect(await callsWith(UNKNOWN, BOTH, async () => Promise.reject(new Error('x')))).toHaveLength(1);
});
