/** What administrators set on the pages and what files state: which of the two wins, and how a run says so. */
import { describe, expect, test } from 'vitest';
import { fieldChanges } from '../../../scripts/seed/change.ts';
import { differences } from '../../../scripts/seed/diff.ts';
import { describeWinners, keptFromPages } from '../../../scripts/seed/set-on-pages.ts';

const LIMIT = 'linkgate.rate.session';
const FIELD = `attributes["${LIMIT}"]`;

/** What a run says of a realm with these attributes for which the files state those. */
function told(stated: Record<string, string | null>, found: Record<string, string>): string[] {
  const [declared, actual] = [{ attributes: stated }, { attributes: found }];
  const changes = fieldChanges('main', 'realm', differences(declared, actual));
  return describeWinners(changes, keptFromPages('main', 'realm', declared, actual));
}

describe('a limit that was set on the pages', () => {
  test('stays where no file states it, and is told', () => {
    expect(told({}, { [LIMIT]: '30/60' })).toEqual([
      `main: realm: ${FIELD}: kept: "30/60", which no file states`,
    ]);
  });

  test.each([['20/60'], [null]])('gives way where a file states it as %s, and is told', (stated) => {
    expect(told({ [LIMIT]: stated }, { [LIMIT]: '30/60' })).toEqual([
      `main: realm: ${FIELD}: the file wins over what was set on the pages; leave it out of the file to keep that`,
    ]);
  });

  test('isn’t told where it is as the file states it', () => {
    expect(told({ [LIMIT]: '20/60' }, { [LIMIT]: '20/60' })).toEqual([]);
  });
});

test('what the pages don’t set isn’t told', () => {
  expect(
    told({ 'linkgate.enabled': 'true' }, { 'linkgate.enabled': 'false', acr: '1', [LIMIT]: '' }),
  ).toEqual([]);
});

test('a limit that a file states for the first time overrules nobody', () => {
  expect(told({ [LIMIT]: '20/60' }, {})).toEqual([]);
});

test('a client’s approval and branding are set on the pages, too', () => {
  const attributes = { 'linkgate.approval': 'approved', 'linkgate.branding.text': 'Hello', other: 'x' };
  expect(keptFromPages('main', 'client shop', {}, { attributes }).map(({ field }) => field)).toEqual([
    'attributes["linkgate.approval"]',
    'attributes["linkgate.branding.text"]',
  ]);
});
