/** How seeding rejects settings that Linkgate doesn't have, or not with this value. */
import { describe, expect, test } from 'vitest';
import { type Level, SETTINGS } from '../../../provider-scripts/src/realm/settings/table.ts';
import type { JsonObject } from '../../../scripts/json.ts';
import { checkLinkgateAttributes, checkSignInSettings } from '../../../scripts/seed/linkgate-attributes.ts';

const check = (attributes: object, level: Level = 'client') =>
  expect(() => checkLinkgateAttributes(level, 'acme.json', attributes as JsonObject));

describe('an attribute', () => {
  test.each(SETTINGS.realm.filter(({ absent }) => absent !== ''))('may be the default: $name', (setting) => {
    check({ [setting.name]: setting.absent }, 'realm').not.toThrow();
  });

  test.each([
    { 'linkgate.initiate-login-uri': 'https://shop.example/begin?from=id' },
    { 'linkgate.dpop': 'off', 'dpop.bound.access.tokens': null },
    { 'linkgate.dpop': 'required', 'dpop.bound.access.tokens': 'true' },
    { 'linkgate.stay-signed-in': null },
    { 'linkgate.refresh-grace': '' },
    { 'other.attribute': 'yes' },
  ])('may be %j', (attributes) => {
    check(attributes).not.toThrow();
  });

  test.each<[level: Level, attributes: object, message: string]>([
    [
      'realm',
      { 'linkgate.backend-links': 'yes' },
      'linkgate.backend-links is "yes", which is not one of true, false',
    ],
    ['realm', { 'linkgate.passkeys': 'on' }, 'linkgate.passkeys is "on", which is not one of true, false'],
    ['realm', { 'linkgate.invitations': true }, ''],
    ['realm', { 'linkgate.backend-link': 'true' }, 'linkgate.backend-link is no setting of Linkgate'],
    ['realm', { 'linkgate.dpop': 'off' }, 'linkgate.dpop is no setting of Linkgate'],
    [
      'realm',
      { 'linkgate.rate.link-email': '20/3600' },
      'linkgate.rate.link-email is called linkgate.limit.link-email now; it has no effect',
    ],
    [
      'realm',
      { 'linkgate.limit.link-email': '1001/3600' },
      'linkgate.limit.link-email is "1001/3600", which is not of the form count/seconds, up to 1000/86400',
    ],
    [
      'client',
      { 'linkgate.initiate-login-uri': 'http://shop.example/' },
      'linkgate.initiate-login-uri is "http://shop.example/", which is not like https://app.example.com/sign-in',
    ],
    ['client', { 'linkgate.second-factor': 'always' }, 'linkgate.second-factor: not in files'],
    ['client', { 'linkgate.dpop': 'required' }, "dpop.bound.access.tokens isn't true"],
    ['client', { 'dpop.bound.access.tokens': 'true' }, 'dpop.bound.access.tokens is true'],
    [
      'client',
      { 'linkgate.sign-in.code': 'true' },
      'linkgate.sign-in.code is called linkgate.sign-in.email-contains now; it has no effect',
    ],
  ])('of a %s may not be %j', (level, attributes, message) => {
    if (message === '') check(attributes, level).not.toThrow();
    else check(attributes, level).toThrow(message);
  });
});

test.each([
  [{ lifetime: '59' }, 'lifetime is "59", which is not a whole number from 60 to 86400'],
  [{ code: 'true' }, 'code is called emailContains now; it has no effect'],
  [{ crossDevice: 'on' }, 'crossDevice is "on", which is not one of true, false'],
  [{ lifetimes: '60' }, 'lifetimes is no setting of Linkgate; it has no effect'],
])('the settings of the step may not be %j', (settings, message) => {
  expect(() => checkSignInSettings('acme.json', settings)).toThrow(`acme.json: signIn: ${message}`);
});

test('Keycloak’s own settings of a step may stand beside', () => {
  expect(() => checkSignInSettings('acme.json', { 'default.reference.value': 'a' })).not.toThrow();
});
