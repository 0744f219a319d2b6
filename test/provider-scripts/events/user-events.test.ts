/** What Linkgate tells Keycloak's event listeners. */
import { describe, expect, test } from 'vitest';
import { USER_EVENT_DETAIL, USER_EVENTS } from '../../../provider-scripts/src/events/user-events.ts';

/** Administrators have listeners and dashboards for these: a row may be added, never renamed or moved. */
const PUBLISHED = [
  ['link_sent', 'SEND_VERIFY_EMAIL'],
  ['link_not_sent', 'SEND_VERIFY_EMAIL'],
  ['link_used', 'VERIFY_EMAIL'],
  ['link_refused', 'VERIFY_EMAIL'],
  ['code_refused', 'VERIFY_EMAIL'],
  ['handed_over', 'VERIFY_EMAIL'],
  ['hand_off_refused', 'VERIFY_EMAIL'],
  ['hand_off_undone', 'VERIFY_EMAIL'],
  ['account_made', 'REGISTER'],
  ['referral_redeemed', 'REGISTER'],
  ['referral_refused', 'REGISTER'],
  ['invitation_accepted', 'REGISTER'],
  ['invitation_refused', 'VERIFY_EMAIL'],
  ['consent_given', 'GRANT_CONSENT'],
] as const;

describe('the user events', () => {
  test('are the published ones and no others', () => {
    expect(Object.keys(USER_EVENTS).sort()).toEqual(PUBLISHED.map(([name]) => name as string).sort());
    expect(USER_EVENT_DETAIL).toBe('linkgate');
  });

  test.each(PUBLISHED)('tell %s as %s', (name, type) => {
    expect(USER_EVENTS[name]).toBe(type);
  });
});
