/** Values set on the admin pages and in files: which of the two wins, and how a run reports it. */
import { describe, expect, test } from 'vitest';
import { describePrecedence, keptAdminSettings } from '../../../scripts/seed/admin-settings.ts';
import { fieldChanges } from '../../../scripts/seed/change.ts';
import { differences } from '../../../scripts/seed/diff.ts';

const LIMIT = 'linkgate.limit.session';
const FIELD = `attributes["${LIMIT}"]`;

/** A run's output for a realm with these attributes and files with those. */
function linesOf(stated: Record<string, string | null>, found: Record<string, string>): string[] {
  const [declared, actual] = [{ attributes: stated }, { attributes: found }];
  const changes = fieldChanges('main', 'realm', differences(declared, actual));
  return describePrecedence(changes, keptAdminSettings('main', 'realm', declared, actual));
}

describe('a limit that was set on the pages', () => {
  test('stays if no file states it, and is reported', () => {
    expect(linesOf({}, { [LIMIT]: '30/60' })).toEqual([
      `main: realm: ${FIELD}: kept: "30/60", not declared in any file`,
    ]);
  });

  test.each([['20/60'], [null]])('is replaced if a file states it as %s, and is reported', (stated) => {
    expect(linesOf({ [LIMIT]: stated }, { [LIMIT]: '30/60' })).toEqual([
      `main: realm: ${FIELD}: the file overrides the value set on the admin pages; omit it from the file to keep that value`,
    ]);
  });

  test('isn’t reported if it is what the file states', () => {
    expect(linesOf({ [LIMIT]: '20/60' }, { [LIMIT]: '20/60' })).toEqual([]);
  });
});

test('attributes that the pages don’t set aren’t reported', () => {
  expect(
    linesOf({ 'linkgate.enabled': 'true' }, { 'linkgate.enabled': 'false', acr: '1', [LIMIT]: '' }),
  ).toEqual([]);
});

test('a limit that a file states for the first time overrides no administrator’s value', () => {
  expect(linesOf({ [LIMIT]: '20/60' }, {})).toEqual([]);
});

test('a client’s approval and branding are set on the pages, too', () => {
  const attributes = { 'linkgate.approval': 'approved', 'linkgate.branding.text': 'Hello', other: 'x' };
  expect(keptAdminSettings('main', 'client shop', {}, { attributes }).map(({ field }) => field)).toEqual([
    'attributes["linkgate.approval"]',
    'attributes["linkgate.branding.text"]',
  ]);
});

test('whatever the page for settings sets is set on the pages, and what Linkgate writes isn’t', () => {
  const attributes = {
    'linkgate.passkeys': 'true',
    'linkgate.account-page': 'true',
    'linkgate.enabled': 'true',
    'linkgate.set-by-files': '{}',
    'linkgate.former-values': '{}',
  };
  expect(keptAdminSettings('main', 'realm', {}, { attributes }).map(({ field }) => field)).toEqual([
    'attributes["linkgate.passkeys"]',
    'attributes["linkgate.account-page"]',
  ]);
});
