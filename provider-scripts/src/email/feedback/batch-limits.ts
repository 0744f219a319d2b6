/** How large a report may be: as large as its service documents, since one that is rejected stays lost, however often it is repeated. */
import type { Feedback } from '../../realm/settings/email-routes.ts';

/** A notification's message over HTTP: https://docs.aws.amazon.com/sns/latest/dg/large-message-payloads.html; it is a JSON text in JSON, and signed. */
const SNS_MESSAGE_BYTES = 262_144;
const SNS_ENVELOPE_BYTES = 65_536;

/** For services that report one event at a time, and document no maximum. */
const ONE_EVENT_BYTES = 262_144;

/** By the kind of route. */
export const REPORT_BYTES: Readonly<Record<Feedback['kind'], number>> = {
  postmark: ONE_EVENT_BYTES,
  // It sends what it has of all emails of the account at 768 KB: https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event.
  sendgrid: 1_048_576,
  resend: ONE_EVENT_BYTES,
  mailgun: ONE_EVENT_BYTES,
  ses: 2 * SNS_MESSAGE_BYTES + SNS_ENVELOPE_BYTES,
};

/** The largest of them. */
export const MAX_REPORT_BYTES = Math.max(...Object.entries(REPORT_BYTES).map(([, bytes]) => bytes));

/** The most events of a batch: more than the largest of SendGrid's has, even if each has nothing but what counts. */
export const MAX_EVENTS = 12_000;
