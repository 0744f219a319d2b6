/** The hand-written names in the contract and in the page on a whole realm match the code; the rest is generated (`reference.test.ts`). */

import { describe, expect, test } from 'vitest';
import { DELIVERIES } from '../../provider-scripts/src/endpoints/admin/links/body.ts';
import { PROMPTS } from '../../provider-scripts/src/endpoints/keycloak/oauth/authorization/validate.ts';
import { discoveryDocument } from '../../provider-scripts/src/endpoints/keycloak/oauth/discovery.ts';
import { RESPONSE_FIELDS } from '../../provider-scripts/src/endpoints/keycloak/oauth/response-fields.ts';
import { MAX_FAILURES } from '../../provider-scripts/src/links/batch/batch.ts';
import { STATES } from '../../provider-scripts/src/links/invitation/invitation.ts';
import {
  OPTIONAL_FIELDS,
  REQUIRED_FIELDS,
} from '../../provider-scripts/src/links/magic-link/request-body.ts';
import { SETTINGS, SIGN_IN_OF_CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';
import { codeIn, headingsOf, readText, sectionOf, tableOf } from '../support/documents.ts';

const CONTRACT = readText('docs/contract.md');

/** The table of the section with this number. */
function table(number: string): string[][] {
  const heading = headingsOf(CONTRACT).find((text) => text.startsWith(`${number} `)) ?? '';
  return tableOf(sectionOf(CONTRACT, heading));
}

/** The code in the first cells. */
const firstOf = (number: string) => table(number).flatMap(([first = '']) => codeIn(first));

describe('the contract has', () => {
  test('the claims by scope', () => {
    const { claims_supported: claims } = discoveryDocument('') as { claims_supported: string[] };
    const named = table('2.10').flatMap(([, claimCells = '']) => codeIn(claimCells));
    expect(named.toSorted()).toEqual([...claims].toSorted());
  });

  test('the fields of responses', () => {
    const token = codeIn(sectionOf(CONTRACT, '2.3 The token response'));
    expect(token).toEqual(expect.arrayContaining([...RESPONSE_FIELDS.token]));
    const userinfo = codeIn(sectionOf(CONTRACT, '2.4 The userinfo response'));
    expect(userinfo.toSorted()).toEqual([...RESPONSE_FIELDS.userinfo].toSorted());
    const introspection = codeIn(sectionOf(CONTRACT, '2.5 The introspection response'));
    expect(introspection).toEqual(expect.arrayContaining([...RESPONSE_FIELDS.introspection]));
  });

  test('the fields of a link request', () => {
    expect(firstOf('4.8').toSorted()).toEqual([...REQUIRED_FIELDS, ...OPTIONAL_FIELDS].toSorted());
    for (const field of REQUIRED_FIELDS)
      expect(table('4.8').find(([first]) => first === `\`${field}\``)?.[1]).toBe('yes');
  });

  test('what a backend may request', () => {
    const section = sectionOf(CONTRACT, '4.14 Links for backends').replace(/\s+/g, ' ');
    const ways = /`lifetime`, and `delivery`: ([^.]*)\./.exec(section)?.[1] ?? '';
    expect(codeIn(ways)).toEqual([...DELIVERIES]);
  });

  test('the states of an invitation', () => {
    const section = sectionOf(CONTRACT, '4.16 Invitations').replace(/\s+/g, ' ');
    const states = /A state is ([^:]*):/.exec(section)?.[1] ?? '';
    expect(codeIn(states)).toEqual([...STATES]);
    expect(section).toContain(`After ${MAX_FAILURES} emails in a row`);
  });

  test('each value of prompt', () => {
    const row = table('4.3').find(([first]) => first === '`prompt`');
    expect(codeIn(row?.[2] ?? '')).toEqual([...PROMPTS]);
  });
});

/** The sentence names the first attribute in full, and only the suffixes of the others. */
test.each(['docs/contract.md', 'realm-config/README.md'])('%s names each rule for one client', (name) => {
  const paragraphs = readText(name).split('\n\n');
  const sentence = paragraphs.find((paragraph) => paragraph.includes('`.sign-up`')) ?? '';
  const ends = [...sentence.matchAll(/(?:linkgate\.sign-in|`)(\.[a-z-]+)/g)].map(([, end]) => end);
  expect(ends.map((end) => `linkgate.sign-in${end}`)).toEqual(
    Object.values(SIGN_IN_OF_CLIENT).map(({ name: attribute }) => attribute),
  );
});

describe('the page on a whole realm configures', () => {
  const configure = sectionOf(readText('docs/features/whole-realm.md'), 'Configure');
  const items = configure.split(/\n(?=- |\n)/).filter((item) => item.startsWith('- `'));

  test('a few settings, each with values that it has', () => {
    expect(items.length).toBeGreaterThan(2);
    for (const item of items) {
      const [name = '', ...values] = codeIn(item);
      const setting = [...SETTINGS.step, ...SETTINGS.realm, ...SETTINGS.client].find(
        (one) => one.name === name,
      );
      expect(setting, name).toBeDefined();
      expect(values, name).not.toEqual([]);
      for (const value of values) expect(setting?.kind.read(value), `${name} ${value}`).toBeDefined();
    }
  });
});
