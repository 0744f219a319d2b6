/** Linkgate's events for Keycloak's event listeners. */
import { describe, expect, test } from 'vitest';
import {
  USER_EVENT_DETAIL,
  USER_EVENTS,
} from '../../../../provider-scripts/src/observability/events/user-events.ts';

/** Administrators' listeners and dashboards depend on these: rows may be added, never renamed or moved. */
const PUBLISHED = [
  ['link_sent', 'SEND_VERIFY_EMAIL'],
  ['link_send_failed', 'SEND_VERIFY_EMAIL'],
  ['link_used', 'VERIFY_EMAIL'],
  ['link_rejected', 'VERIFY_EMAIL'],
  ['one_time_code_rejected', 'VERIFY_EMAIL'],
  ['cross_device_approved', 'VERIFY_EMAIL'],
  ['cross_device_rejected', 'VERIFY_EMAIL'],
  ['cross_device_revoked', 'VERIFY_EMAIL'],
  ['new_device_notified', 'SEND_VERIFY_EMAIL'],
  ['new_device_revoked', 'VERIFY_EMAIL'],
  ['user_registered', 'REGISTER'],
  ['referral_redeemed', 'VERIFY_EMAIL'],
  ['referral_rejected', 'REGISTER'],
  ['sign_up_rejected', 'REGISTER'],
  ['invitation_accepted', 'VERIFY_EMAIL'],
  ['invitation_rejected', 'VERIFY_EMAIL'],
  ['consent_granted', 'GRANT_CONSENT'],
  ['refresh_repeated', 'REFRESH_TOKEN'],
  ['account_deleted', 'DELETE_ACCOUNT'],
  ['address_change_requested', 'SEND_VERIFY_EMAIL'],
  ['address_changed', 'UPDATE_EMAIL'],
  ['email_suppressed', 'SEND_VERIFY_EMAIL'],
  ['email_suppression_lifted', 'VERIFY_EMAIL'],
] as const;

describe('the user events', () => {
  test('are the published ones and no others', () => {
    expect(Object.keys(USER_EVENTS).sort()).toEqual(PUBLISHED.map(([name]) => name as string).sort());
    expect(USER_EVENT_DETAIL).toBe('linkgate');
  });

  test.each(PUBLISHED)('report %s as %s', (name, type) => {
    expect(USER_EVENTS[name]).toBe(type);
  });
});
