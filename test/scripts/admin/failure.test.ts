/** Which failures are reported in one line, and which keep their stack. */
import { NetworkError } from '@keycloak/keycloak-admin-client';
import { describe, expect, test } from 'vitest';
import { asFailure, explainFailure } from '../../../scripts/admin/failure.ts';
import { readRunFile } from '../../../scripts/admin/installation.ts';
import { Failure } from '../../../scripts/failure.ts';

const response = (status: number, responseData: unknown = '') =>
  new NetworkError('no', { response: new Response(null, { status }), responseData });
const rejected = (message: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code: 'ECONNREFUSED' }) });

describe('a failure from outside', () => {
  test.each<[string, unknown, RegExp]>([
    ['a rejection because of a missing role', response(403), /^403.*realm-admin/],
    ['a rejected account', response(401), /^401.*KEYCLOAK_ADMIN_/],
    ['a rejected password', response(400, { error: 'invalid_grant' }), /^400.*KEYCLOAK_ADMIN_/],
    ['another response', response(400, { errorMessage: 'no such thing' }), /^400 .*no such thing/],
    [
      'a rejected connection',
      rejected('connect ECONNREFUSED 127.0.0.1:1'),
      /can't be reached.*127\.0\.0\.1:1/,
    ],
    [
      'one rejected on each address',
      new TypeError('fetch failed', { cause: new AggregateError([new Error('on ::1'), new Error('on 4')]) }),
      /on ::1, on 4/,
    ],
    ['no response in time', new DOMException('too long', 'TimeoutError'), /didn't respond in time/],
    [
      'a missing folder',
      Object.assign(new Error('ENOENT'), { code: 'ENOENT', path: '/nonexistent/realms' }),
      /^\/nonexistent\/realms: there is no such file or folder$/,
    ],
    ['a failure', new Failure('clear already'), /^clear already$/],
  ])('is one line that says what to do: %s', (_, error, line) => {
    const failure = asFailure(error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure.message).toMatch(line);
    expect(failure.message).not.toContain('\n');
  });

  test('does not quote a body that isn’t JSON', () => {
    const secret = 'hunter2-hunter2';
    const error = (() => {
      try {
        return JSON.parse(`{"password": ${secret}}`) as Error;
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(String(error)).toContain('JSON');
    expect(asFailure(error)).toBeInstanceOf(Failure);
    expect(asFailure(error).message).not.toContain('hunter2');
  });

  test('is reported with the operation, and keeps its details', () => {
    const failure = explainFailure('realm r', new Failure('gone', ['a line']));
    expect(failure).toMatchObject({ message: 'realm r: gone', details: ['a line'] });
  });
});

describe('a bug', () => {
  test.each([
    ['a wrong type', new TypeError("Cannot read properties of undefined (reading 'id')")],
    ['a wrong pattern', new SyntaxError('Invalid regular expression: missing )')],
    ['an assertion', new Error('there is no schema x')],
  ])('stays as it is, with its stack: %s', (_, error) => {
    expect(asFailure(error)).toBe(error);
    expect(explainFailure('realm r', error)).toBe(error);
  });
});

test('a missing run file yields undefined', async () => {
  process.env.LINKGATE_RUN_FILE = '/nonexistent/run.json';
  const run = await readRunFile();
  delete process.env.LINKGATE_RUN_FILE;
  expect(run).toBeUndefined();
});
