/** The limit of the session endpoints: 20 calls a minute from an IP address, under their own limit only (contract, section 8). */
import { expect, inject, test } from 'vitest';
import { ENDPOINTS } from '../../support/endpoints.ts';
import { newCaller, requestFrom } from '../../support/from-address.ts';
import { limitStatusIn, statuses, together } from '../../support/limits.ts';

const session = `${inject('site').baseUrl}/session`;

test('grants twenty calls a minute and no more, across endpoints, and counts none in the general limit', async () => {
  const caller = newCaller();
  const calls: [string, string][] = [
    ['GET', session],
    ['DELETE', session],
    ['GET', `${session}/consents`],
    ['DELETE', `${session}/accounts/x`],
  ];
  const responses = await together(50, async (index) => {
    const [method, url] = calls[index % calls.length] ?? ['GET', session];
    return await requestFrom(caller, url, { method });
  });
  expect(statuses(responses)[429]).toBe(30);
  const rejected = responses.find(({ status }) => status === 429);
  expect(rejected && limitStatusIn(rejected)).toMatchObject({ limit: 20, remaining: 0 });
  expect(JSON.parse(rejected?.text ?? '')).toEqual({
    error: 'too_many_requests',
    message: expect.stringMatching(/try again in \d+ seconds/),
  });
  const general = await requestFrom(caller, ENDPOINTS[0].userinfo);
  expect(limitStatusIn(general)).toMatchObject({ limit: 100, remaining: 99 });
});
