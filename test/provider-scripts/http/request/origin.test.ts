/** Which forms come from another site. */
import { expect, test } from 'vitest';
import { isOtherSite } from '../../../../provider-scripts/src/http/request/origin.ts';

const OWN = 'https://id.example.com/realms/linkgate';

test.each([
  [null, null],
  ['same-origin', null],
  ['none', null],
  ['same-origin', 'https://id.example.com'],
  [null, 'https://id.example.com'],
  [null, 'HTTPS://ID.example.com:443'],
  // From a page with the policy no-referrer.
  ['same-origin', 'null'],
  [null, 'null'],
])('of Sec-Fetch-Site %j and Origin %j is our own', (site, origin) => {
  expect(isOtherSite({ site, origin }, OWN)).toBe(false);
});

test.each([
  ['cross-site', null],
  ['same-site', null],
  ['cross-site', 'https://id.example.com'],
  ['cross-site', 'null'],
  [null, 'https://evil.test'],
  ['same-origin', 'https://evil.test'],
  ['none', 'https://shop.example.com'],
  [null, 'http://id.example.com'],
  [null, 'https://id.example.com:8443'],
  [null, 'https://id.example.com.evil.test'],
  [null, 'https://id.example.com,https://evil.test'],
  [null, ''],
  [null, 'garbage'],
])('of Sec-Fetch-Site %j and Origin %j is another', (site, origin) => {
  expect(isOtherSite({ site, origin }, OWN)).toBe(true);
});
