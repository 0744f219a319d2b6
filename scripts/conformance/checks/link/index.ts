/** Links and their mails. */
import type { Check } from '../../probe/check.ts';
import { LINK_ONCE } from './link-once.ts';
import { LINK_PREVIEW } from './link-preview.ts';
import { LINK_TOKEN } from './link-token.ts';
import { MAGIC_LINK_ANSWER } from './magic-link-answer.ts';
import { MAGIC_LINK_BODY } from './magic-link-body.ts';
import { MAGIC_LINK_REDIRECT_URI } from './magic-link-redirect-uri.ts';
import { MAIL } from './mail.ts';
import { MAIL_SENT } from './mail-sent.ts';
import { VERIFY_EMAIL_UNKNOWN } from './verify-email-unknown.ts';

export const LINK_CHECKS: readonly Check[] = [
  MAGIC_LINK_BODY,
  MAGIC_LINK_REDIRECT_URI,
  MAIL_SENT,
  VERIFY_EMAIL_UNKNOWN,
  MAGIC_LINK_ANSWER,
  MAIL,
  LINK_TOKEN,
  LINK_ONCE,
  LINK_PREVIEW,
];
