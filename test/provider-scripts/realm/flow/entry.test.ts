/** Which step of a flow a link that no page requested completes. */
import { expect, test } from 'vitest';
import type { Execution } from '../../../../provider-scripts/src/platform/keycloak/execution.ts';
import { entryOf } from '../../../../provider-scripts/src/realm/flow/entry.ts';
import { authenticator, subFlow } from '../../../support/flow-tree.ts';

const password = authenticator('ALTERNATIVE', 'auth-username-password-form');
const step = authenticator('ALTERNATIVE', 'linkgate-step');
const older = authenticator('ALTERNATIVE', 'linkgate-email');
const linksOnly = authenticator('ALTERNATIVE', 'linkgate-links-only', { requiresUser: true });
const required = authenticator('REQUIRED', 'auth-otp-form');

test.each<[string, Execution[], string | null]>([
  ['no step', [password], null],
  ['the step', [password, step], step.id],
  ['the step of an older flow', [password, older], older.id],
  ['two steps: the first', [older, step], older.id],
  ['a step for links only, before any user is known', [password, linksOnly], linksOnly.id],
  ['both: the one for links only', [step, linksOnly], linksOnly.id],
  ['one in a sub-flow', [password, subFlow('ALTERNATIVE', '', [linksOnly])], linksOnly.id],
  ['one that is disabled', [{ ...step, requirement: 'DISABLED' }, password], null],
  ['an alternative beside what is required', [required, linksOnly], null],
])('%s', (_, flow, expected) => {
  expect(entryOf(flow)).toBe(expected);
});
