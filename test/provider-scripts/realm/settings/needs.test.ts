/** What settings need: each need by what is known of the realm or the client, and for values that are on. */

import { describe, expect, test } from 'vitest';
import { lacksOf, type NeedFacts, needsOf } from '../../../../provider-scripts/src/realm/settings/needs.ts';
import {
  CLIENT,
  type Need,
  REALM,
  SETTINGS,
  type Setting,
  SIGN_IN,
  SIGN_IN_OF_CLIENT,
} from '../../../../provider-scripts/src/realm/settings/table.ts';

/** A setting that has the need, a text that turns it on, facts that meet it, and facts that don't. */
const CASES: Readonly<Record<Need, readonly [Setting, string, readonly NeedFacts[], readonly NeedFacts[]]>> =
  {
    'account-page': [REALM.accountDeletion, 'true', [{ accountPage: true }], [{ accountPage: false }]],
    'bound-tokens': [CLIENT.dpop, 'required', [{ bindsTokens: true }], [{ bindsTokens: false }]],
    'client-account': [
      REALM.accountPage,
      'true',
      [{ hasAccountClient: true }],
      [{ hasAccountClient: false }],
    ],
    'confidential-or-bound': [
      CLIENT.refreshGrace,
      'true',
      [
        { isPublic: false, requiresKey: false },
        { isPublic: true, requiresKey: true },
      ],
      [{ isPublic: true, requiresKey: false }],
    ],
    'email-route': [CLIENT.emailRoute, 'backup', [{ hasEmailRoute: true }], [{ hasEmailRoute: false }]],
    'link-in-email': [SIGN_IN.crossDevice, 'true', [{ hasLink: true }], [{ hasLink: false }]],
    'own-sender': [REALM.emailRoutes, 'smtp', [{ sendsItself: true }], [{ sendsItself: false }]],
    passkeys: [REALM.passkeyOffers, '1/0', [{ passkeys: true }], [{ passkeys: false }]],
    'passkeys-of-keycloak': [REALM.passkeys, 'true', [{ offersPasskeys: true }], [{ offersPasskeys: false }]],
    'refresh-tokens': [
      CLIENT.refreshGrace,
      'true',
      [{ hasRefreshTokens: true }],
      [{ hasRefreshTokens: false }],
    ],
    registration: [
      SIGN_IN.signUp,
      'open',
      [{ realmKind: 'stock', registrationAllowed: true }],
      [{ realmKind: 'stock', registrationAllowed: false }],
    ],
    'sign-up-rules': [REALM.signUpUnlisted, 'reject', [{ signUpRules: true }], [{ signUpRules: false }]],
    'remember-device': [
      REALM.newDeviceNotices,
      'true',
      [{ rememberDevice: true }],
      [{ rememberDevice: false }],
    ],
    'sender-domain': [
      CLIENT.emailFrom,
      'id@shop.example',
      [{ hasSenderDomain: true }],
      [{ hasSenderDomain: false }],
    ],
  };

describe.each(Object.entries(CASES))('the need %s', (id, [setting, on, met, unmet]) => {
  const isMet = (text: string | null, facts: NeedFacts) =>
    needsOf(setting, text, facts).find((need) => need.id === id)?.met;
  test('is met, or not, if the setting is on', () => {
    for (const facts of met) expect(isMet(on, facts), JSON.stringify(facts)).toBe(true);
    for (const facts of unmet) expect(isMet(on, facts), JSON.stringify(facts)).toBe(false);
    expect(isMet(on, {})).toBe(true);
  });

  test('is nothing to one that is absent, empty, or what it is by default', () => {
    for (const facts of unmet)
      for (const text of [null, '', setting.absent]) {
        expect(isMet(text, facts), String(text)).toBe(true);
        expect(lacksOf(setting, text, facts)).toEqual([]);
      }
  });

  test('that is lacking is told with the setting, and where to turn it on', () => {
    const lacks = lacksOf(setting, on, unmet[0] ?? {}).filter(({ need }) => need.id === id);
    expect(lacks).toHaveLength(1);
    const [lack] = lacks;
    expect(lack?.finding).toMatchObject({ id: `need-${id}`, values: { setting: setting.name } });
    expect(lack?.finding.message).toContain(setting.name);
    expect([lack?.need.console, lack?.need.setting].filter((home) => home !== null)).toHaveLength(1);
  });
});

test('user registration is no need in a Linkgate realm, whose clients have none either', () => {
  const facts = { realmKind: 'linkgate', registrationAllowed: false } as const;
  for (const setting of [SIGN_IN.signUp, SIGN_IN_OF_CLIENT.signUp])
    for (const text of [null, 'open']) expect(needsOf(setting, text, facts)).toEqual([]);
});

test('a malformed value that acts as if it were on has needs, and one that acts as off has none', () => {
  expect(lacksOf(CLIENT.dpop, 'yes', { bindsTokens: false })).toHaveLength(1);
  expect(lacksOf(REALM.accountDeletion, 'yes', { accountPage: false })).toEqual([]);
});

test('every need of the table is one of these, and where it is turned on is a setting', () => {
  const all = [...SETTINGS.realm, ...SETTINGS.client, ...SETTINGS.step];
  const names = all.map(({ name }) => name);
  for (const setting of all)
    for (const need of needsOf(setting, null, {})) {
      expect(CASES).toHaveProperty([need.id]);
      if (need.setting !== null) expect(names).toContain(need.setting);
    }
});
