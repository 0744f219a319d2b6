/** The client that a document describes. */
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../../provider-scripts/src/clients/document/metadata.ts';

const CLIENT_ID = 'https://agent.example/client.json';
const URL_PARTS = { host: 'agent.example', origin: 'https://agent.example' };
const LEAST = { client_id: CLIENT_ID, redirect_uris: ['https://agent.example/callback'] };

const read = (document: unknown) => readDocument(CLIENT_ID, URL_PARTS, JSON.stringify(document));
const clientOf = (document: object) => {
  const result = read(document);
  if ('problem' in result) throw new Error(result.problem.text);
  return result.client;
};

test('a document with all that counts describes a public client', () => {
  expect(
    clientOf({
      client_id: CLIENT_ID,
      client_name: 'Agent',
      client_uri: 'https://www.example/agent',
      logo_uri: 'https://cdn.example/logo.png',
      policy_uri: 'https://www.example/policy',
      tos_uri: 'https://www.example/terms',
      redirect_uris: [
        'https://agent.example/callback',
        'http://127.0.0.1:3118/callback',
        'http://127.0.0.1:80/callback',
        'agent://callback',
      ],
      post_logout_redirect_uris: ['https://agent.example/', 'https://evil.example/', 'http://localhost:7/'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'openid email',
      jwks_uri: 'https://agent.example/jwks.json',
      backchannel_logout_uri: 'https://agent.example/logout',
      attributes: { 'linkgate.approval': 'approved' },
      redirectUris: ['https://evil.example/'],
      fullScopeAllowed: true,
    }),
  ).toEqual({
    clientId: CLIENT_ID,
    enabled: true,
    publicClient: true,
    frontchannelLogout: false,
    name: 'Agent (agent.example)',
    baseUrl: 'https://www.example/agent',
    redirectUris: ['https://agent.example/callback', 'http://127.0.0.1/callback'],
    webOrigins: ['https://agent.example'],
    attributes: {
      logoUri: 'https://cdn.example/logo.png',
      policyUri: 'https://www.example/policy',
      tosUri: 'https://www.example/terms',
      'post.logout.redirect.uris': 'https://agent.example/##http://localhost/',
    },
  });
});

test('a document without a name is named by its host and port', () => {
  const url = { host: 'agent.example', origin: 'https://agent.example:8443' };
  const document = { client_id: CLIENT_ID, client_name: ' ', redirect_uris: ['http://localhost:1/'] };
  const result = readDocument(CLIENT_ID, url, JSON.stringify(document));
  expect(result).toMatchObject({ client: { name: 'agent.example:8443', webOrigins: [] } });
});

describe('a document is rejected', () => {
  test.each([
    ['that is no JSON', '<html>'],
    ['that is a list', '[]'],
    ['that is nested too deeply', `${'['.repeat(50)}${']'.repeat(50)}`],
  ])('%s', (_, text) => {
    expect('problem' in readDocument(CLIENT_ID, URL_PARTS, text)).toBe(true);
  });

  test.each([
    ['without a client ID', { client_id: undefined }, 'client_id'],
    ['of another client', { client_id: 'https://agent.example/client' }, 'client_id'],
    ['with a secret', { client_secret: 'a' }, 'client_secret'],
    ['with a secret’s expiry', { client_secret_expires_at: 0 }, 'client_secret_expires_at'],
    [
      'of a client with a secret',
      { token_endpoint_auth_method: 'client_secret_basic' },
      'token_endpoint_auth_method',
    ],
    [
      'of a client with a key',
      { token_endpoint_auth_method: 'private_key_jwt' },
      'token_endpoint_auth_method',
    ],
    ['without redirect URIs', { redirect_uris: undefined }, 'redirect_uris'],
    [
      'with redirect URIs of others only',
      { redirect_uris: ['https://evil.example/', 1, null] },
      'redirect_uris',
    ],
    ['with too many redirect URIs', { redirect_uris: Array(51).fill('http://localhost/') }, 'redirect_uris'],
    [
      'with a redirect URI that is too long',
      { redirect_uris: [`http://localhost/${'a'.repeat(255)}`] },
      'redirect_uris',
    ],
    ['without the authorization code', { grant_types: ['client_credentials'] }, 'grant_types'],
    ['without the response type', { response_types: 'code' }, 'response_types'],
    ['with a home that isn’t https', { client_uri: 'javascript:alert(1)' }, 'client_uri'],
    ['with a logo that isn’t text', { logo_uri: {} }, 'logo_uri'],
    ['with a hidden character in its name', { client_name: 'Your\u200bBank' }, 'client_name'],
    ['with a message key as its name', { client_name: ['$', '{realm}'].join('') }, 'client_name'],
    ['with a name that is too long', { client_name: 'a'.repeat(250) }, 'client_name'],
  ])('%s', (_, members, parameter) => {
    expect(read({ ...LEAST, ...members })).toMatchObject({ problem: { parameter } });
  });
});
