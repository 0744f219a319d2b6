/** Declared names of clients and APIs that something else has. */
import { describe, expect, test } from 'vitest';
import type { NamedAudience, NamedClient } from '../../../provider-scripts/src/clients/api-names.ts';
import type { DesiredApiScope } from '../../../scripts/seed/api-scope-declaration.ts';
import { checkNames } from '../../../scripts/seed/client-names.ts';

const SCOPE: DesiredApiScope = {
  name: 'orders:read',
  consentText: { en: 'Read your orders' },
  audience: 'https://orders.example.com',
};

const declared = (apiScopes: DesiredApiScope[], clients: Record<string, string> = {}) => ({
  apiScopes,
  clients: {
    clients: Object.entries(clients).map(([clientId, resource]) => ({
      clientId,
      fields: resource === '' ? {} : { attributes: { resource_url: resource } },
      protocolMappers: [],
    })),
  },
});

const client = (clientId: string, from: NamedClient['from'], resourceUrl = ''): NamedClient => ({
  clientId,
  from,
  resourceUrl,
});

const found = (clients: NamedClient[], audiences: NamedAudience[] = []) => ({ clients, audiences });

describe('a declaration is rejected', () => {
  test('whose administration pages would have a client that registered itself', () => {
    const pages = declared([], { 'linkgate-admin': '' });
    expect(() => checkNames('f', pages, found([client('linkgate-admin', 'registration')]))).toThrow(
      'f: the client linkgate-admin registered itself with the ID of the client of Linkgate’s administration pages',
    );
    expect(() => checkNames('f', pages, found([client('linkgate-admin', 'administrator')]))).not.toThrow();
  });

  test('whose audience is the ID of a client that registered itself', () => {
    const squatter = client('https://Orders.example.com/', 'registration');
    expect(() => checkNames('f', declared([SCOPE]), found([squatter]))).toThrow(
      'f: the ID of the client https://Orders.example.com/, which no administrator chose, is the audience of the API scope orders:read',
    );
    const api = client('https://Orders.example.com/', 'administrator');
    expect(() => checkNames('f', declared([SCOPE]), found([api]))).not.toThrow();
  });

  test('whose client has the resource_url of another, declared or not', () => {
    const both = declared([], { 'https://api.example': '', shop: 'https://API.example' });
    expect(() => checkNames('f', both)).toThrow(
      'the ID of the client https://api.example is a name of the client shop, too',
    );
    const one = declared([], { shop: 'https://api.example' });
    expect(() => checkNames('f', one, found([client('https://api.example', 'registration')]))).toThrow(
      'a name of the client shop',
    );
  });

  test('but not for what it doesn’t declare, nor for a client that it adopts', () => {
    const old = found(
      [client('billing', 'registration'), client('https://orders.example.com', 'registration')],
      [{ scope: 'billing:read', audience: 'billing' }],
    );
    expect(() => checkNames('f', declared([]), old)).not.toThrow();
    const adopting = declared([SCOPE], { 'https://orders.example.com': '' });
    expect(() => checkNames('f', adopting, old)).not.toThrow();
  });
});
