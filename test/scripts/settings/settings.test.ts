/** The command `settings`: its words, the names it knows, and what it says of each setting. */
import { describe, expect, test } from 'vitest';
import { lacksOf } from '../../../provider-scripts/src/realm/settings/needs.ts';
import { type ShownSetting, showSettings } from '../../../provider-scripts/src/realm/settings/shown.ts';
import { FORMER_NAMES, type Level, SETTINGS } from '../../../provider-scripts/src/realm/settings/table.ts';
import { fieldChanges } from '../../../scripts/seed/change.ts';
import { changesText } from '../../../scripts/seed/diff-text.ts';
import { readTexts } from '../../../scripts/settings/change.ts';
import { type Place, settingsNamed } from '../../../scripts/settings/place.ts';
import { groupsOf, problemsOf } from '../../../scripts/settings/show.ts';

/** The settings of a place in a Linkgate realm, with these texts stored. */
function shownAt(level: Level, raw: Readonly<Record<string, string>> = {}): ShownSetting[] {
  return showSettings({
    level,
    realmKind: 'linkgate',
    raw: (name) => raw[name] ?? null,
    needs: (setting, text) =>
      lacksOf(setting, text, { accountPage: false, hasAccountClient: false }).map(({ need }) => need),
    file: (name) => (name === 'linkgate.passkeys' ? 'realms/shop.json' : null),
  });
}

function placeAt(level: Place['level']): Place {
  const of = { version: 'v', settings: shownAt(level) };
  return { level, object: level, of, put: async () => of };
}

describe('the words of set', () => {
  test('are names and values', () => {
    expect([...readTexts(['a', '1', 'b', 'x y'])]).toEqual([
      ['a', '1'],
      ['b', 'x y'],
    ]);
  });

  test.each([
    [['a', '1', 'b'], 'b: its value is missing'],
    [['a', ''], 'a: has an empty value; reset removes it'],
    [['a', '1', 'a', '2'], 'a: given twice'],
  ])('are rejected: %j', (words, message) => {
    expect(() => readTexts(words)).toThrow(message);
  });
});

describe('a name', () => {
  const whyNot = (level: Place['level'], ...names: string[]) => {
    try {
      return settingsNamed(placeAt(level), names).map(({ name }) => name);
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('is found, in the order of the command', () => {
    expect(whyNot('realm', 'linkgate.passkeys', 'linkgate.backend-links')).toEqual([
      'linkgate.passkeys',
      'linkgate.backend-links',
    ]);
  });

  test.each([
    ['realm', 'linkgate.pass', 'linkgate.pass is no setting of Linkgate; it has no effect'],
    ['realm', 'toString', 'toString is no setting of Linkgate; it has no effect'],
    ['realm', 'linkgate.client-documents', 'called linkgate.client-id-metadata-documents now'],
    ['step', 'code', 'code is called emailContains now'],
    ['realm', 'confirm', 'confirm: a setting of the sign-in step: use --step FLOW'],
    ['realm', 'linkgate.dpop', 'linkgate.dpop: a setting of a client: use --client ID'],
    ['client', 'linkgate.passkeys', 'a setting of the realm: use neither --client nor --step'],
    ['realm', 'linkgate.enabled', 'is set in the realm’s file, or by kcadm'],
    ['realm', 'linkgate.limit.session', 'is set on the page Limits'],
    ['realm', 'linkgate.branding.text.de', 'is set on the page Branding'],
    ['realm', 'linkgate.set-by-files', 'Linkgate writes it itself'],
    ['client', 'linkgate.approval', 'is set by clients approve'],
    ['client', 'linkgate.second-factor', 'is set by clients second-factor'],
    ['client', 'linkgate.refresh-tokens', 'is set by clients refresh-tokens'],
    ['client', 'linkgate.initiate-login-uri', 'is set by clients urls'],
    ['client', 'linkgate.branding.logo', 'is set by clients branding'],
    ['step', 'unverified', 'unverified: has no effect in this kind of realm'],
  ] as const)('that isn’t set at a %s is told where it is: %s', (level, name, message) => {
    expect(whyNot(level, name)).toContain(message);
  });

  test('of every setting is known, or told where it is set, at each level', () => {
    for (const level of ['realm', 'step', 'client'] as const)
      for (const { name, group, realms } of SETTINGS[level]) {
        const told = whyNot(level, name);
        if (group !== undefined && realms !== 'stock') expect(told).toEqual([name]);
        else if (realms !== 'stock') expect(told).toMatch(/^linkgate\.\S+: (is set|Linkgate writes)/);
      }
    for (const [former, now] of Object.entries(FORMER_NAMES))
      expect(whyNot('realm', former)).toContain(`${former} is called ${now} now`);
  });

  test('is one of all that are wrong', () => {
    expect(whyNot('realm', 'linkgate.x', 'linkgate.passkeys', 'confirm')).toBe(
      'linkgate.x is no setting of Linkgate; it has no effect\nconfirm: a setting of the sign-in step: use --step FLOW',
    );
  });
});

describe('a list', () => {
  const raw = {
    'linkgate.passkeys': 'true',
    'linkgate.account-deletion': 'true',
    'linkgate.unknown-scopes': 'on',
  };
  const text = groupsOf({ version: 'v', settings: shownAt('realm', raw) }).join('\n\n');

  test('has the groups of the page, and marks what isn’t the default and who set it', () => {
    expect(text.match(/^(Sign-in|Accounts|Applications|Email|Protection)$/gm)).toEqual([
      'Sign-in',
      'Accounts',
      'Applications',
      'Email',
      'Protection',
    ]);
    expect(text).toMatch(
      /^linkgate\.passkeys +Passkeys +true +not the default \(false\) +realms\/shop\.json$/m,
    );
    expect(text).toMatch(/^linkgate\.backend-links +Links by API +false$/m);
    expect(text).toMatch(/^linkgate\.allowed-protocols +Other protocols +not set$/m);
  });

  test('says what is wrong, what acts instead, and what is lacking', () => {
    expect(text).toContain(
      'linkgate.unknown-scopes is "on", which is not one of reject, ignore. Until this is corrected, it counts as: reject.',
    );
    expect(text).toContain('linkgate.account-deletion has no effect while linkgate.account-page is off');
  });

  test('says where the console turns on what is lacking', () => {
    const [page] = shownAt('realm', { 'linkgate.account-page': 'true' }).filter(
      ({ name }) => name === 'linkgate.account-page',
    );
    expect(page && problemsOf(page)).toEqual([
      'linkgate.account-page has no effect while Keycloak’s client account is disabled (Keycloak’s console: clients)',
    ]);
  });

  test('shows no text of a value or a name that controls the terminal or forges a line', () => {
    const evil = 'x\u001b[2J\nlinkgate.passkeys \u202etrue';
    const unknown = [{ id: 'setting-unknown', values: {}, message: evil }] as const;
    const all = groupsOf({
      version: 'v',
      settings: shownAt('realm', { 'linkgate.allowed-protocols': evil, 'linkgate.passkeys': evil }),
      unknown,
    });
    const shown = [
      all.join('\n'),
      changesText(fieldChanges('r', evil, [{ field: 'f', before: evil, after: evil }]), false),
    ];
    for (const one of shown) {
      for (const control of ['\u001b', '\u202e']) expect(one).not.toContain(control);
      expect(one).not.toMatch(/^linkgate\.passkeys .*true$/m);
    }
  });

  test('names what has no effect', () => {
    const unknown = [{ id: 'setting-unknown', values: {}, message: 'x is no setting' }] as const;
    expect(groupsOf({ version: 'v', settings: [], unknown })).toEqual([
      'Names without effect:\nx is no setting',
    ]);
  });
});
