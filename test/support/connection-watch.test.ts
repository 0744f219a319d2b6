/** Which nestings are Keycloak's own, and which fail the tests. */
import { expect, test } from 'vitest';
import { beginnerOf, KEYCLOAK_NESTINGS, ownNesting } from './keycloak-nestings.ts';

const WITHIN = [
  'io.agroal.pool.ConnectionPool.getConnection:1',
  'org.keycloak.models.jpa.JpaRealmProvider.getRealm:1',
  'org.keycloak.models.utils.KeycloakModelUtils.runJobInTransactionWithResult:480',
  'org.keycloak.models.utils.KeycloakModelUtils.runJobInTransaction:355',
];
const by = (frame: string) => ({ first: [], second: [...WITHIN, frame] });

test('the innermost transaction tells whose a nesting is', () => {
  expect(beginnerOf([...WITHIN, 'org.example.Outer.run:1'])).toBe('org.example.Outer.run:1');
  expect(beginnerOf(['org.example.Outer.run:1'])).toBeNull();
});

test('what is listed is allowed, whoever runs on top of it, and nothing else', () => {
  for (const entry of KEYCLOAK_NESTINGS) {
    expect(ownNesting(by(`${entry.begunBy}.begin:1`))).toBe(entry);
    expect(entry.reason).not.toBe('');
  }
  expect(ownNesting(by('org.linkgate.script.Linkgate1._c_inOwnTransaction_1:1'))).toBeNull();
  expect(ownNesting({ first: [], second: ['org.linkgate.host.Tables.read:1'] })).toBeNull();
});
