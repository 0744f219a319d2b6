/** The ways to report by a secret of the realm's, by the kind of route. */
import type { ApiKind } from '../../realm/settings/email-routes.ts';
import { MAILGUN_FEEDBACK } from './mailgun.ts';
import { POSTMARK_FEEDBACK } from './postmark.ts';
import { RESEND_FEEDBACK } from './resend.ts';
import { SENDGRID_FEEDBACK } from './sendgrid.ts';
import type { FeedbackService } from './service.ts';

export const FEEDBACK_SERVICES: Readonly<Record<ApiKind, FeedbackService>> = {
  postmark: POSTMARK_FEEDBACK,
  sendgrid: SENDGRID_FEEDBACK,
  resend: RESEND_FEEDBACK,
  mailgun: MAILGUN_FEEDBACK,
};
