/** Which step of a flow a link that no page requested completes, and whether the flow finds the session that it leaves. */
import { expect, test } from 'vitest';
import type { Execution } from '../../../../provider-scripts/src/platform/keycloak/execution.ts';
import { entryOf, rejectWithoutCookie } from '../../../../provider-scripts/src/realm/flow/entry.ts';
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

const cookie = authenticator('ALTERNATIVE', 'auth-cookie');

test.each<[string, Execution[], string | null]>([
  ['with a cookie', [cookie, step], null],
  ['without one', [password, step], 'required'],
  ['whose cookie is disabled', [{ ...cookie, requirement: 'DISABLED' }, step], 'required'],
  ['whose cookie is an alternative beside what is required', [required, cookie], 'required'],
])('a sign-in can end at the client’s page by a flow %s, or not: %j', (_, flow, expected) => {
  expect(rejectWithoutCookie(flow)?.id ?? null).toBe(expected);
});
