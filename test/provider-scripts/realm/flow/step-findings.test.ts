/** What administrators are told of a step of the other kind of realm, and of its settings. */
import { expect, test } from 'vitest';
import {
  EMAIL_AUTHENTICATOR,
  STEP_AUTHENTICATOR,
} from '../../../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { findingsOfStep } from '../../../../provider-scripts/src/realm/flow/step-findings.ts';
import { stepMadeFor } from '../../../../provider-scripts/src/realm/flow/step-ids.ts';
import { type RealmKind, SETTINGS } from '../../../../provider-scripts/src/realm/settings/table.ts';

const messages = (authenticator: string, config: Record<string, string>, kind: RealmKind) =>
  findingsOfStep('browser', { authenticator, config }, kind).map(({ message }) => message);

test.each<[string, RealmKind, Record<string, string>, string[]]>([
  [EMAIL_AUTHENTICATOR, 'linkgate', { confirm: 'always', lifetime: '600' }, []],
  [EMAIL_AUTHENTICATOR, 'linkgate', { unverified: 'claim' }, ['unverified']],
  [EMAIL_AUTHENTICATOR, 'stock', { unverified: 'claim', passkeys: 'true', lifetime: '600' }, []],
  [EMAIL_AUTHENTICATOR, 'stock', { confirm: 'never', crossDevice: 'true', rememberDevice: '' }, []],
  [
    EMAIL_AUTHENTICATOR,
    'stock',
    { confirm: 'always', rememberDevice: 'false' },
    ['confirm', 'rememberDevice'],
  ],
  [STEP_AUTHENTICATOR, 'stock', { rememberDevice: 'false' }, ['rememberDevice']],
])('%s in a %s realm with %j', (id, kind, config, names) => {
  expect(messages(id, config, kind)).toEqual(
    names.length === 0
      ? []
      : [
          `the flow browser has settings of the step ${id} without effect here: ${names.join(', ')}; ${stepMadeFor(kind)} is the step made for this realm`,
        ],
  );
});

test('the step for stock realms is skipped in a Linkgate realm, whatever it stores', () => {
  expect(messages(STEP_AUTHENTICATOR, { confirm: 'always' }, 'linkgate')).toEqual([
    'the flow browser has the step linkgate-step, which is skipped: linkgate-email is the step made for this realm',
  ]);
});

test('each setting that acts in one kind of realm only is told of in the other', () => {
  for (const { name, realms } of SETTINGS.step) {
    if (realms === undefined) continue;
    const other = realms === 'stock' ? 'linkgate' : 'stock';
    expect(messages(EMAIL_AUTHENTICATOR, { [name]: 'x' }, other)).toHaveLength(1);
    expect(messages(EMAIL_AUTHENTICATOR, { [name]: 'x' }, realms)).toEqual([]);
  }
});
