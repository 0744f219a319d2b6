/** The bounds of what a service may report at once hold what it documents. */
import { expect, test } from 'vitest';
import { DECLARATIONS } from '../../../provider-scripts/src/declarations.ts';
import {
  MAX_EVENTS,
  MAX_REPORT_BYTES,
  REPORT_BYTES,
} from '../../../provider-scripts/src/email/feedback/batch-limits.ts';
import { SENDGRID_FEEDBACK } from '../../../provider-scripts/src/email/feedback/sendgrid.ts';

/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event */
const SENDGRID_BATCH_BYTES = 768 * 1024;

test('no batch of SendGrid’s has too many events', () => {
  const event = '{"email":"a@b.c","timestamp":1700000000,"event":"bounce","sg_message_id":"a"}';
  expect(SENDGRID_FEEDBACK.read(`[${event}]`)).toEqual([expect.objectContaining({ state: 'bounced' })]);
  expect(Math.ceil(SENDGRID_BATCH_BYTES / (event.length + 1))).toBeLessThanOrEqual(MAX_EVENTS);
  expect(SENDGRID_BATCH_BYTES).toBeLessThanOrEqual(REPORT_BYTES.sendgrid);
});

test('a notification of Amazon’s may have a message of 256 KiB, each character of it escaped', () => {
  expect(JSON.stringify('"'.repeat(262_144)).length).toBeLessThan(REPORT_BYTES.ses);
});

test('the host collects the largest of all, and the endpoint reads no more', () => {
  expect(DECLARATIONS.runtime.largeBodyBytes).toBe(MAX_REPORT_BYTES);
  for (const bytes of Object.values(REPORT_BYTES)) expect(bytes).toBeLessThanOrEqual(MAX_REPORT_BYTES);
});
