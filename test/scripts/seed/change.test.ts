/** How a change is reported: complete, except for secrets. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../scripts/json.ts';
import { describeChange, fieldChanges } from '../../../scripts/seed/change.ts';
import { differences } from '../../../scripts/seed/diff.ts';
import { diffText } from '../../../scripts/seed/diff-text.ts';

const OLD = 'the-old-value';
const NEW = 'the-new-value';

/** A run's output about a declared value that differs, in each form. */
function summaryOf(declared: (value: string) => JsonObject): string {
  const changes = fieldChanges('linkgate', 'object', differences(declared(NEW), declared(OLD)));
  return [JSON.stringify(changes), diffText(changes), ...changes.map(describeChange)].join('\n');
}

describe('a change', () => {
  test.each<[string, (value: string) => JsonObject]>([
    ['a client', (secret) => ({ secret })],
    ['the mail server’s password', (password) => ({ smtpServer: { password } })],
    ['the mail server’s OAuth client', (secret) => ({ smtpServer: { authTokenClientSecret: secret } })],
    ['an imported key', (key) => ({ config: { privateKey: [key] } })],
    ['a generated key', (secret) => ({ config: { secret: [secret] } })],
    ['a keystore', (password) => ({ config: { keystorePassword: [password] } })],
    ['a key in a keystore', (password) => ({ config: { keyPassword: [password] } })],
    ['a client’s SAML key', (key) => ({ attributes: { 'saml.signing.private.key': key } })],
    ['a client’s rotated secret', (secret) => ({ attributes: { 'client.rotated.secret': secret } })],
    ['a custom mapper', (key) => ({ config: { 'directory.api.key': key } })],
    ['a name in capitals', (password) => ({ attributes: { PASSWORD: password } })],
  ])('does not reveal the secret of %s', (_, declared) => {
    const text = summaryOf(declared);
    expect(text).toContain('(secret)');
    expect(text).not.toContain(OLD);
    expect(text).not.toContain(NEW);
  });

  test.each<[string, (value: string) => JsonObject]>([
    ['passwordPolicy', (passwordPolicy) => ({ passwordPolicy })],
    ['config.secretSize', (size) => ({ config: { secretSize: [size] } })],
    ['config.keyAlias', (alias) => ({ config: { keyAlias: [alias] } })],
    ['smtpServer.user', (user) => ({ smtpServer: { user } })],
    ['attributes["use.refresh.tokens"]', (value) => ({ attributes: { 'use.refresh.tokens': value } })],
    [
      'attributes["client_credentials.use_refresh_token"]',
      (value) => ({ attributes: { 'client_credentials.use_refresh_token': value } }),
    ],
  ])('reports a value that is no secret: %s', (field, declared) => {
    const text = summaryOf(declared);
    expect(text).toContain(field);
    expect(text).toContain(OLD);
    expect(text).toContain(NEW);
  });
});
