/** How long users stay signed in to a client. */

import { describe, expect, test } from 'vitest';
import { keycloakAttributes, outlivesSession } from '../../../provider-scripts/src/clients/refresh-tokens.ts';
import { findingsOf, readSetting } from '../../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../../provider-scripts/src/realm/settings/table.ts';

describe('the setting', () => {
  test.each(['off', 'session'])('is %s', (value) => {
    expect(readSetting(CLIENT.refreshTokens, value)).toBe(value);
    expect(outlivesSession(readSetting(CLIENT.refreshTokens, value))).toBe(false);
  });

  test('is a number of days from 1 to 365, and nothing else', () => {
    const accepted: number[] = [];
    for (let days = 0; days <= 1000; days++)
      if (findingsOf(CLIENT.refreshTokens, String(days)).length === 0) accepted.push(days);
    expect(accepted).toEqual(Array.from({ length: 365 }, (_, index) => index + 1));
    expect(readSetting(CLIENT.refreshTokens, '30')).toEqual({ days: 30 });
    expect(outlivesSession(readSetting(CLIENT.refreshTokens, '30'))).toBe(true);
  });

  test.each([null, undefined, '', 'on', 'true', '0', '-1', '07', '1.5', '366', '30 ', '30d', '1e2'])(
    'counts as off: %j',
    (value) => {
      expect(readSetting(CLIENT.refreshTokens, value)).toBe('off');
    },
  );
});

describe('Keycloak’s own attributes', () => {
  const none = { 'client.offline.session.idle.timeout': null, 'client.offline.session.max.lifespan': null };

  test('have no refresh tokens by default', () => {
    expect(keycloakAttributes('off')).toEqual({ 'use.refresh.tokens': 'false', ...none });
  });

  test('have refresh tokens as long as the session', () => {
    expect(keycloakAttributes('session')).toEqual({ 'use.refresh.tokens': 'true', ...none });
  });

  test('have a lifetime in seconds', () => {
    expect(keycloakAttributes({ days: 30 })).toEqual({
      'use.refresh.tokens': 'true',
      'client.offline.session.idle.timeout': '2592000',
      'client.offline.session.max.lifespan': '2592000',
    });
  });
});
