/** Who access tokens of an API scope may be for. */
import { expect, test } from 'vitest';
import { isAudience } from '../../../provider-scripts/src/client/audience.ts';

test.each([
  'https://orders.example.com',
  'https://orders.example.com/v1?tenant=a',
  'http://localhost:8080/api',
  'urn:example:orders',
  'api://orders',
  'orders-api',
  'orders.example.com',
  `https://example.com/${'a'.repeat(235)}`,
])('may be %s', (audience) => {
  expect(isAudience(audience)).toBe(true);
});

test.each([
  '',
  'https://orders.example.com#read',
  'https://',
  'https:orders',
  'orders#read',
  '/orders',
  '?orders',
  'orders api',
  'https://orders.example.com/a b',
  'https://bücher.example',
  `https://example.com/${'a'.repeat(236)}`,
])('isn’t %s', (audience) => {
  expect(isAudience(audience)).toBe(false);
});
