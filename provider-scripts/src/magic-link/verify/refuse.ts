/** Says why a link can't be used: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import { problemAnswer, problemHeaders } from '../../protocol/answers.ts';
import { problem } from '../../protocol/problem.ts';
import { wantsPage } from '../../protocol/refuse-by-page.ts';
import { page } from '../../sign-in/page.ts';
import { REFUSAL_TEXT, type Refusal } from '../refusal.ts';

/** The answer for a link that is refused. */
export function refuse(session: KeycloakSession, refusal: Refusal | 'referral'): Response {
  const wrong =
    refusal === 'referral'
      ? problem('invalid_referral_code')
      : problem('invalid_token', REFUSAL_TEXT[refusal]);
  if (!wantsPage(session)) {
    return problemAnswer('both', wrong).build();
  }
  return page(session, 'linkgate-refused.ftl', wrong.status, { reason: refusal }, problemHeaders(wrong));
}
