/** `node scripts/run.mjs oidf.ts` without a suite, or with one that doesn't respond. */
import { expect, test } from 'vitest';
import { freePort } from '../../../scripts/server/ports.ts';
import { npmRun } from '../../support/command.ts';

test.each([[], ['--write']])('fails with one line without a suite (%s)', async (...args) => {
  const { code, stdout, stderr } = await npmRun('oidf', args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toBe('LINKGATE_OIDF_SUITE is not set: it must name a running conformance suite.\n');
});

test('fails with one line if the suite doesn’t respond', async () => {
  const url = `https://localhost:${await freePort()}`;
  const { code, stderr } = await npmRun('oidf', [], { LINKGATE_OIDF_SUITE: url });
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`^${url} doesn't respond: .*ECONNREFUSED.*\\n$`));
});

test.each([
  ['a suite without TLS', [], { LINKGATE_OIDF_SUITE: 'http://localhost:8080' }],
  ['an unknown plan', ['--plan', 'hybrid'], {}],
  ['a document about a part', ['--plan', 'basic', '--write'], {}],
] as const)('rejects %s', async (_, args, environment) => {
  const { code, stdout } = await npmRun('oidf', [...args], environment);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
