/** The table of meters, whose names dashboards and alerts depend on. */
import { describe, expect, test } from 'vitest';
import {
  GAUGES,
  HISTOGRAMS,
  METERS,
  type MeterName,
  meter,
} from '../../../../provider-scripts/src/observability/metrics/meters.ts';
import { TABLE_NAMES } from '../../../../provider-scripts/src/platform/database/table-names.ts';

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
      'linkgate.links.rejected': [
        'reason',
        'expired',
        'used',
        'superseded',
        'revoked',
        'changed',
        'invalid',
        'elsewhere',
        'referral',
      ],
      'linkgate.emails.failed': ['outcome', 'failed', 'rejected', 'late', 'busy'],
      'linkgate.cross.device': ['outcome', 'approved', 'wrong', 'claimed', 'revoked'],
      'linkgate.new.devices': ['outcome', 'sent', 'failed', 'rejected', 'late', 'busy', 'revoked'],
      'linkgate.guessing.paused': [
        'policy',
        'one-time-code-realm',
        'referral-realm',
        'comparison-code-realm',
      ],
      'linkgate.invitations': ['outcome', 'sent', 'uncertain', 'failed', 'accepted', 'revoked', 'opted_out'],
      'linkgate.logouts': ['outcome', 'delivered', 'rejected', 'failed', 'late', 'busy'],
      'linkgate.limits.hit': [
        'policy',
        'link-email',
        'link-recipient',
        'link-device',
        'link-ip',
        'link-backend',
        'invitations',
        'one-time-code',
        'one-time-code-ip',
        'one-time-code-realm',
        'referral-ip',
        'referral-realm',
        'comparison-code-email',
        'comparison-code-network',
        'comparison-code-realm',
        'new-device',
        'account-notice',
        'general',
        'session',
        'sign-in-state',
        'client-document-host',
        'client-document-ip',
      ],
    });
  });

  test('have histograms with few buckets, in order', () => {
    const published = Object.values(HISTOGRAMS).map(({ name }) => name);
    expect(published).toEqual(['linkgate.emails.duration', 'linkgate.signins.duration']);
    for (const { bounds } of Object.values(HISTOGRAMS)) {
      expect(bounds).toEqual([...bounds].sort((one, other) => one - other));
      expect(bounds.length < 15).toBe(true);
    }
  });

  test('have gauges for queued emails and for every table', () => {
    const { emailsWaiting, tableRows } = GAUGES;
    expect(emailsWaiting.name).toBe('linkgate.emails.waiting');
    expect([tableRows.name, tableRows.label.name]).toEqual(['linkgate.rows', 'table']);
    expect(tableRows.label.values).toEqual(TABLE_NAMES);
  });

  test('each have a description', () => {
    const all = [...names.map(meter), ...Object.values(HISTOGRAMS), ...Object.values(GAUGES)];
    for (const { description } of all) expect(description).toMatch(/^[A-Z].{10,}[^.]$/);
  });
});
