/** Which of Keycloak's events tell of an account's new address. */
import { expect, test } from 'vitest';
import { newAddressIn } from '../../../../provider-scripts/src/endpoints/keycloak/address-events.ts';

const NEW = 'ada@new.example';
const CHANGED = { previous_email: 'ada@old.example', updated_email: NEW };

test.each([
  ['REGISTER', { register_method: 'form', email: NEW }, 'form'],
  ['UPDATE_PROFILE', { ...CHANGED, context: 'ACCOUNT' }, 'address-change'],
  ['UPDATE_PROFILE', { updated_email: NEW, context: 'UPDATE_PROFILE' }, 'address-change'],
  ['UPDATE_EMAIL', CHANGED, 'address-change'],
] as const)('%s with %j is one', (type, details, way) => {
  expect(newAddressIn(type, details)).toEqual({ typed: NEW, way });
});

test.each([
  // By then the account has been committed: its step is judged instead.
  ['REGISTER', { register_method: 'broker', email: NEW }],
  ['REGISTER', { register_method: 'form' }],
  // Linkgate has asked the rules itself.
  ['REGISTER', { register_method: 'form', email: NEW, linkgate: 'user_registered' }],
  ['UPDATE_EMAIL', { linkgate: 'address_changed' }],
  // No account has it yet.
  ['UPDATE_PROFILE', { ...CHANGED, context: 'IDP_REVIEW' }],
  ['UPDATE_PROFILE', { updated_first_name: 'Ada' }],
  ['UPDATE_EMAIL', { previous_email: NEW, updated_email: NEW }],
  ['UPDATE_EMAIL', { previous_email: NEW, updated_email: '' }],
])('%s with %j is none', (type, details) => {
  expect(newAddressIn(type, details)).toBeNull();
});
