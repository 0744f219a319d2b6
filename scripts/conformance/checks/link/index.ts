/** Links and their emails. */
import type { Check } from '../../probe/check.ts';
import { EMAIL } from './email.ts';
import { EMAIL_SENT } from './email-sent.ts';
import { LINK_ONCE } from './link-once.ts';
import { LINK_PREVIEW } from './link-preview.ts';
import { LINK_TOKEN } from './link-token.ts';
import { MAGIC_LINK_BODY } from './magic-link-body.ts';
import { MAGIC_LINK_REDIRECT_URI } from './magic-link-redirect-uri.ts';
import { MAGIC_LINK_RESPONSE } from './magic-link-response.ts';
import { VERIFY_EMAIL_UNKNOWN } from './verify-email-unknown.ts';

export const LINK_CHECKS: readonly Check[] = [
  MAGIC_LINK_BODY,
  MAGIC_LINK_REDIRECT_URI,
  EMAIL_SENT,
  VERIFY_EMAIL_UNKNOWN,
  MAGIC_LINK_RESPONSE,
  EMAIL,
  LINK_TOKEN,
  LINK_ONCE,
  LINK_PREVIEW,
];
