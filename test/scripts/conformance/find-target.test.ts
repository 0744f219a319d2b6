/** Which realm is checked: by server and realm, as with every command. */
import { describe, expect, test } from 'vitest';
import { findTarget } from '../../../scripts/conformance/find-target.ts';

const baseUrlOf = async (server: string, realm: string) => (await findTarget({ server, realm }, {})).baseUrl;

describe('the realm to check', () => {
  test.each([
    ['https://id.example.com/auth', 'acme', 'https://id.example.com/auth/realms/acme'],
    ['https://id.example.com/auth/', 'Acme', 'https://id.example.com/auth/realms/Acme'],
    ['https://id.example.com', 'acme corp', 'https://id.example.com/realms/acme%20corp'],
    ['https://id.example.com', 'b\u00fccher', 'https://id.example.com/realms/b%C3%BCcher'],
    ['https://id.example.com', '100%', 'https://id.example.com/realms/100%25'],
  ])('at %s named %s has the URL %s', async (server, realm, baseUrl) => {
    expect(await baseUrlOf(server, realm)).toBe(baseUrl);
  });

  test.each([
    [{ server: 'https://id.example.com' }, '--realm: must be given with --server'],
    [{ server: 'id', realm: 'acme' }, '--server: "id" isn\'t a URL'],
    [
      { server: 'https://id.example.com/auth/realms/acme/' },
      'use --server https://id.example.com/auth --realm acme',
    ],
  ])('isn’t %j', async (options, message) => {
    await expect(findTarget(options, {})).rejects.toThrow(message);
  });
});
