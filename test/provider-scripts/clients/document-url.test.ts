/** Which client IDs are URLs of documents, and where their clients may redirect. */
import { describe, expect, test } from 'vitest';
import {
  httpsHostOf,
  isOwnRedirectUri,
  readDocumentUrl,
} from '../../../provider-scripts/src/clients/document-url.ts';

describe('a client ID is the URL of a document', () => {
  test.each([
    ['https://agent.example/client.json', 'agent.example', 'https://agent.example'],
    ['https://agent.example:8443/oauth/client', 'agent.example', 'https://agent.example:8443'],
    ['https://localhost:3000/client.json', 'localhost', 'https://localhost:3000'],
    ['https://xn--bcher-kva.example/a/', 'xn--bcher-kva.example', 'https://xn--bcher-kva.example'],
  ])('%s', (clientId, host, origin) => {
    expect(readDocumentUrl(clientId)).toEqual({ host, origin });
  });
});

test.each([
  ['no URL', 'demo-web'],
  ['http', 'http://agent.example/client.json'],
  ['no path', 'https://agent.example'],
  ['the root', 'https://agent.example/'],
  ['a query', 'https://agent.example/client.json?a=1'],
  ['a fragment', 'https://agent.example/client.json#a'],
  ['credentials', 'https://user@agent.example/client.json'],
  ['credentials with a password', 'https://user:a@agent.example/client.json'],
  ['a dot segment', 'https://agent.example/a/../client.json'],
  ['a single-dot segment at the end', 'https://agent.example/a/.'],
  ['an escaped dot segment', 'https://agent.example/%2e%2e/client.json'],
  ['a backslash', 'https://agent.example\\@evil.example/client.json'],
  ['the default port', 'https://agent.example:443/client.json'],
  ['port 0', 'https://agent.example:0/client.json'],
  ['a port that is none', 'https://agent.example:65536/client.json'],
  ['a port with a leading zero', 'https://agent.example:0443/client.json'],
  ['capital letters in the host', 'https://Agent.example/client.json'],
  ['capital letters in the scheme', 'HTTPS://agent.example/client.json'],
  ['a trailing dot', 'https://agent.example./client.json'],
  ['an IPv4 address', 'https://192.0.2.1/client.json'],
  ['an IPv4 address as a number', 'https://2130706433/client.json'],
  ['an IPv4 address in hexadecimal', 'https://0x7f000001/client.json'],
  ['an IPv4 address whose end is hexadecimal', 'https://127.0.0.0x1/client.json'],
  ['an IPv6 address', 'https://[2001:db8::1]/client.json'],
  ['a letter beyond ASCII in the host', 'https://bücher.example/client.json'],
  ['a space', 'https://agent.example/client json'],
  ['a line break at its end', 'https://agent.example/client.json\n'],
  ['more than a client ID can have', `https://agent.example/${'a'.repeat(240)}`],
])('a client ID with %s is none', (_, clientId) => {
  expect(readDocumentUrl(clientId)).toBeNull();
});

test('reading a long host takes no longer than its length', () => {
  expect(readDocumentUrl(`https://${'a-'.repeat(100_000)}`)).toBeNull();
  expect(readDocumentUrl(`https://${'a'.repeat(246)}!`)).toBeNull();
});

describe('a client whose document is at https://agent.example:8443/client.json', () => {
  const url = readDocumentUrl('https://agent.example:8443/client.json');
  const mayRedirectTo = (uri: string) => url !== null && isOwnRedirectUri(url, uri);

  test.each([
    'https://agent.example:8443/callback',
    'https://agent.example:8443/callback?a=1',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:3118/callback',
    'http://localhost:3118',
    'http://[::1]:3118/callback',
  ])('may redirect to %s', (uri) => {
    expect(mayRedirectTo(uri)).toBe(true);
  });

  test.each([
    'https://agent.example/callback',
    'https://evil.example:8443/callback',
    'https://agent.example:8443@evil.example/callback',
    'https://agent.example:8443.evil.example/callback',
    'https://agent.example:8443\\@evil.example/callback',
    'http://agent.example:8443/callback',
    'https://agent.example:8443/*',
    'https://agent.example:8443/callback#a',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1:80@evil.example/callback',
    'http://localhost@evil.example/',
    'http://192.168.0.1/callback',
    'com.agent.app:/callback',
    'javascript:alert(1)//https://agent.example:8443/',
  ])('may not redirect to %s', (uri) => {
    expect(mayRedirectTo(uri)).toBe(false);
  });
});

test.each([
  ['https://agent.example/a?b=c', 'agent.example'],
  ['https://agent.example', 'agent.example'],
  ['http://agent.example/', null],
  ['https://user@agent.example/', null],
  ['https://agent.example#@evil.example/', null],
  ['//agent.example/', null],
])('the host of %s', (url, host) => {
  expect(httpsHostOf(url)).toBe(host);
});
