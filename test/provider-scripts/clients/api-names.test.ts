/** Which client IDs are names of something else in a realm. */
import { describe, expect, test } from 'vitest';
import {
  findingsOfClientId,
  type NamedClient,
  namesDocument,
  takenNames,
} from '../../../provider-scripts/src/clients/api-names.ts';

const client = (
  clientId: string,
  from: NamedClient['from'] = 'administrator',
  resourceUrl = '',
): NamedClient => ({ clientId, from, resourceUrl });

const ALL: readonly NamedClient[] = [
  client('shop'),
  client('orders', 'administrator', 'https://orders.example.com/v1'),
  client('urn:example:stock'),
];
const AUDIENCES = [
  { scope: 'billing:read', audience: 'billing-api' },
  { scope: 'mcp', audience: 'https://mcp.example.com' },
];

function idsOf(one: NamedClient): string[] {
  return findingsOfClientId(one, takenNames(AUDIENCES, [...ALL, one])).map(({ id }) => id);
}

describe('the ID of a client', () => {
  test.each([
    ['billing-api', 'client-id-of-scope'],
    ['https://mcp.example.com', 'client-id-of-scope'],
    ['https://MCP.example.com:443/', 'client-id-of-scope'],
    ['URN:example:stock', 'client-id-of-client'],
  ])('%s that registers itself is found', (clientId, id) => {
    expect(idsOf(client(clientId, 'registration'))).toEqual([id]);
  });

  test('is found that is another’s resource_url, also if an administrator chose it', () => {
    const clientId = 'https://Orders.example.com/v1';
    expect(idsOf(client(clientId, 'registration'))).toEqual(['client-id-of-client', 'client-id-of-document']);
    expect(idsOf(client(clientId, 'document'))).toEqual(['client-id-of-client']);
    expect(idsOf(client(clientId))).toEqual(['client-id-of-client']);
  });

  test('may be an audience if an administrator chose it: it is the API', () => {
    expect(idsOf(client('billing-api'))).toEqual([]);
    expect(idsOf(client('https://mcp.example.com/'))).toEqual([]);
    expect(idsOf(client('https://mcp.example.com', 'document'))).toEqual(['client-id-of-scope']);
  });

  test.each(['web', 'Billing-API', 'https://mcp.example.com:8443', 'urn:example:orders', 'Shop'])(
    '%s is free',
    (clientId) => {
      expect(idsOf(client(clientId, 'registration'))).toEqual([]);
    },
  );

  test('and its own resource_url can be the same', () => {
    expect(idsOf(client('https://own.example.com', 'administrator', 'https://own.example.com/'))).toEqual([]);
  });
});

test.each(['registration', 'document'] as const)(
  'the ID of Linkgate’s own client is reserved: %s',
  (from) => {
    expect(idsOf(client('linkgate-admin', from))).toEqual(['client-id-reserved']);
    expect(idsOf(client('linkgate-admin'))).toEqual([]);
  },
);

test.each([
  'https://app.example/client.json',
  'https://App.example/client.json',
  'HTTPS://app.example:443/client.json',
  'https://app.example/%63lient.json',
  'https://app.example/x/../client.json',
  'https://app.example/client.json?v=1',
  'https://app.example//',
  'https://127.0.0.1/client.json',
])('%s is the URL of a document', (clientId) => {
  expect(namesDocument(clientId)).toBe(true);
});

test.each([
  'https://app.example',
  'https://app.example/',
  'http://app.example/x',
  'app',
  'urn:a:b',
  'com.app:/x',
])('%s is none', (clientId) => {
  expect(namesDocument(clientId)).toBe(false);
});
