/** The table of meters, whose names dashboards and alerts depend on. */
import { describe, expect, test } from 'vitest';
import { METERS, type MeterName, meter } from '../../../provider-scripts/src/metrics/meters.ts';

const names = Object.keys(METERS) as MeterName[];

describe('the meters', () => {
  test('keep the names and labels that dashboards use', () => {
    const published: Record<string, readonly string[]> = {};
    for (const name of names) {
      const { name: id, label } = meter(name);
      published[id] = label === undefined ? [] : [label.name, ...label.values];
    }
    expect(published).toEqual({
      'linkgate.links.sent': [],
      'linkgate.links.refused': [
        'reason',
        'expired',
        'used',
        'superseded',
        'invalid',
        'elsewhere',
        'referral',
      ],
      'linkgate.mails.failed': ['outcome', 'failed', 'late', 'busy'],
      'linkgate.handoffs': ['outcome', 'handed', 'wrong', 'claimed', 'undone', 'paused'],
      'linkgate.invitations': [
        'outcome',
        'sent',
        'uncertain',
        'failed',
        'accepted',
        'withdrawn',
        'opted_out',
      ],
      'linkgate.limits.hit': [
        'policy',
        'link-email',
        'link-ip',
        'link-backend',
        'invitations',
        'link-code',
        'link-code-ip',
        'hand-off-email',
        'hand-off-network',
        'hand-off-realm',
        'referral-ip',
        'general',
        'session',
        'sign-in-state',
      ],
    });
  });

  test('each say what they count', () => {
    for (const name of names) expect(meter(name).description).toMatch(/^[A-Z].{10,}[^.]$/);
  });
});
