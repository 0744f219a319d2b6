/** Which failures are retried on a busy machine, and which fail immediately. */
import { NetworkError } from '@keycloak/keycloak-admin-client';
import { expect, test, vi } from 'vitest';
import { explainFailure } from '../../scripts/admin/failure.ts';
import { whileBusy } from './busy-server.ts';

const response = (status: number) =>
  new NetworkError('rejected', { response: new Response(null, { status }), responseData: { error: 'x' } });
const explained = (status: number) => explainFailure('own: creation', response(status));

/** Counts the attempts of work that fails in these ways before it succeeds, and returns its result. */
async function triesOf(failures: readonly Error[], forMillis = 60_000): Promise<[number, unknown]> {
  const work = vi.fn<() => Promise<string>>();
  for (const failure of failures) work.mockRejectedValueOnce(failure);
  work.mockResolvedValue('done');
  const result = await whileBusy(work, { forMillis, pauseMillis: 5 }).catch((error: unknown) => error);
  return [work.mock.calls.length, result];
}

test.each([
  ['the admin API', response],
  ['a command', explained],
])('a 5xx response from %s is retried', async (_, of) => {
  expect(await triesOf([of(500), of(503)])).toEqual([3, 'done']);
});

test('the creation of a realm whose transaction failed is retried', async () => {
  const ended = new NetworkError('Database operation failed', {
    response: new Response(null, { status: 400 }),
    responseData: { errorMessage: 'Database operation failed' },
  });
  expect(await triesOf([ended, explainFailure('own: creation', ended)])).toEqual([3, 'done']);
});

test.each([
  ['a rejection', response(409)],
  ['a rejection of a command', explained(403)],
  ['a mistake', new TypeError('500 ')],
])('%s fails immediately', async (_, failure) => {
  expect(await triesOf([failure])).toEqual([1, failure]);
});

test('a server that stays busy fails in the end', async () => {
  const failure = response(500);
  const [tries, result] = await triesOf(Array<Error>(1000).fill(failure), 50);
  expect(result).toBe(failure);
  expect(tries).toBeLessThan(100);
});
