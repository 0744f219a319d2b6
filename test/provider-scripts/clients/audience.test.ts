/** Who access tokens of an API scope may be for. */
import { expect, test } from 'vitest';
import { isAudience, isSameAudience } from '../../../provider-scripts/src/clients/audience.ts';

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

/** Spellings of one URI (RFC 3986, sections 6.2.2 and 6.2.3), and of others. */
const EQUIVALENT: readonly (readonly string[])[] = [
  [
    'https://mcp.example.com',
    'https://mcp.example.com/',
    'HTTPS://MCP.Example.COM',
    'https://mcp.example.com:443',
    'https://mcp.example.com:443/',
    'https://mcp.example.com:',
    'https://mcp.example.com/.',
    'https://mcp.example.com/a/..',
    'https://%6dcp.example.com/',
    'https://mcp.%45xample.com/',
  ],
  ['https://mcp.example.com?a=b', 'https://mcp.example.com/?a=b', 'https://mcp.example.com:443/?a=%62'],
  ['https://mcp.example.com/mcp', 'https://mcp.example.com/%6Dcp', 'https://mcp.example.com/x/../mcp'],
  ['https://mcp.example.com/mcp/', 'https://mcp.example.com/mcp/.', 'https://mcp.example.com/mcp/x/%2e%2E'],
  ['https://mcp.example.com/MCP'],
  ['https://mcp.example.com/a%2Fb', 'https://mcp.example.com/a%2fb'],
  ['https://mcp.example.com/a/b'],
  ['https://mcp.example.com//'],
  ['https://mcp.example.com:8443', 'https://MCP.example.com:8443/'],
  ['https://mcp.example.com:80'],
  ['http://mcp.example.com', 'http://mcp.example.com:80/', 'http://mcp.example.com:'],
  ['http://mcp.example.com:443'],
  ['http://[::1]:3000', 'http://[::1]:3000/'],
  ['http://[fe80::a]', 'http://[FE80::A]:80/'],
  ['https://User@mcp.example.com', 'https://User@MCP.example.com:443/'],
  ['https://user@mcp.example.com'],
  ['https://mcp.example.com./'],
  ['urn:example:orders', 'URN:example:orders', 'urn:example:order%73'],
  ['urn:example:Orders'],
  ['api://orders', 'API://Orders'],
  ['api://orders/'],
  ['orders.example.com'],
  ['Orders.example.com'],
  ['orders%41'],
  ['ordersA'],
];

test('stands for the same API in each equivalent spelling, and in no other', () => {
  const all = EQUIVALENT.flatMap((spellings, group) => spellings.map((name) => ({ name, group })));
  const wrong: string[] = [];
  for (const one of all)
    for (const other of all)
      if (isSameAudience(one.name, other.name) !== (one.group === other.group))
        wrong.push(`${one.name} and ${other.name}`);
  expect(wrong).toEqual([]);
});
