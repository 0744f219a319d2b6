/** The email services with an HTTP API, by the kind of route. */
import type { ApiKind } from '../../realm/settings/email-routes.ts';
import { MAILGUN } from './mailgun.ts';
import { POSTMARK } from './postmark.ts';
import { RESEND } from './resend.ts';
import { SENDGRID } from './sendgrid.ts';
import type { EmailService } from './service.ts';

export const SERVICES: Readonly<Record<ApiKind, EmailService>> = {
  postmark: POSTMARK,
  sendgrid: SENDGRID,
  resend: RESEND,
  mailgun: MAILGUN,
};
