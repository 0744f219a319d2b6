/** The JSON bodies that change settings. */

import { describe, expect, test } from 'vitest';
import { readSettingsChange } from '../../../../../provider-scripts/src/endpoints/admin/settings/body.ts';
import {
  type PageSetting,
  settingsAt,
  showSettings,
} from '../../../../../provider-scripts/src/realm/settings/shown.ts';

const PLACES = (['realm', 'step', 'client'] as const).flatMap((level) =>
  (['linkgate', 'stock'] as const).map((realmKind) => ({ level, realmKind })),
);
const ALL = PLACES.flatMap((place) =>
  settingsAt(place).map((setting) => ({ ...place, ...setting, setting })),
);

/** Values of settings whose form not every text has. */
const OF_A_FORM: Readonly<Record<string, string>> = {
  'linkgate.sign-up-disposable-list': 'https://lists.example/disposable.txt',
  'linkgate.sign-up-tell': 'unlisted',
  'linkgate.email-routes': 'smtp',
  'linkgate.email-headers': 'X-Product: shop',
  'linkgate.email-from': 'id@acme.example',
  'linkgate.email-reply-to': 'id@acme.example',
};

/** A value of a setting's kind. */
function otherValue({ name, kind, absent }: PageSetting): string {
  if (Object.hasOwn(OF_A_FORM, name)) return OF_A_FORM[name] ?? '';
  if (kind.choices !== undefined) return kind.choices.at(-1) ?? '';
  if (absent !== '') return absent;
  return kind.read('saml') === undefined ? 'invitations' : 'saml';
}

describe('a setting that a page sets', () => {
  test.each(ALL)(
    'is set, reset, and shown as it acts: $level $name, in a $realmKind realm',
    ({ setting, level, realmKind }) => {
      const place = { level, realmKind };
      const { name } = setting;
      const value = otherValue(setting);
      const body = (changes: object) => ({ version: 'v', changes });
      expect(readSettingsChange(body({ [name]: value }), place)).toEqual({
        version: 'v',
        changes: { [name]: value },
        isDryRun: false,
      });
      expect(readSettingsChange(body({ [name]: null }), place)).toEqual({
        version: 'v',
        changes: { [name]: '' },
        isDryRun: false,
      });
      const shown = (text: string | null) =>
        showSettings({ ...place, raw: (one) => (one === name ? text : null) }).find(
          (one) => one.name === name,
        );
      expect(shown(value)).toMatchObject({ value, acting: value, findings: [] });
      expect(shown('')).toMatchObject({ value: null, acting: setting.absent, findings: [] });
      for (const malformed of [7, true, ['true'], {}, '\u0000', ' true', ','.repeat(5000)]) {
        const read = readSettingsChange(body({ [name]: malformed }), place);
        expect(
          'details' in read && read.details.map(({ field }) => field),
          JSON.stringify(malformed),
        ).toEqual([name]);
      }
      expect(shown('\u0000')).toMatchObject({ acting: setting.malformed ?? setting.absent });
    },
  );

  test('acts in this kind of realm', () => {
    for (const { realms, realmKind } of ALL) expect([undefined, realmKind]).toContain(realms);
  });
});

describe('a body', () => {
  const read = (object: Record<string, unknown>) => {
    const result = readSettingsChange(object, { level: 'realm', realmKind: 'linkgate' });
    return 'details' in result ? result.details.map(({ field, id }) => [field, id]) : result;
  };
  test.each([
    [{ changes: {} }, [['version', 'required']]],
    [{ version: 7, changes: {} }, [['version', 'required']]],
    [{ version: 'v', changes: {}, dry_run: 'true' }, [['dry_run', 'wrong-type']]],
    [{ version: 'v' }, [['changes', 'wrong-type']]],
    [{ version: 'v', changes: ['linkgate.passkeys'] }, [['changes', 'wrong-type']]],
    [{ version: 'v', changes: { 'linkgate.x': 'true' } }, [['linkgate.x', 'setting-unknown']]],
    [{ version: 'v', changes: { 'linkgate.x': null } }, [['linkgate.x', 'setting-unknown']]],
    [
      { version: 'v', changes: { 'linkgate.rate.session': '1/1' } },
      [['linkgate.rate.session', 'setting-former']],
    ],
    [{ version: 'v', changes: { 'linkgate.enabled': 'false' } }, [['linkgate.enabled', 'setting-elsewhere']]],
    [{ version: 'v', changes: { toString: 'true' } }, [['toString', 'setting-unknown']]],
    [{ version: 'v', changes: { confirm: 'always' } }, [['confirm', 'setting-unknown']]],
  ])('is rejected, for every reason: %j', (body, details) => {
    expect(read(body)).toEqual(details);
  });
});
