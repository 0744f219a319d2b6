/** Says why a link can't be used: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import { problemAnswer, problemHeaders } from '../../errors/answers.ts';
import { REFUSAL_TEXT, type Refusal } from '../../errors/link-refusals.ts';
import { problem } from '../../errors/problem.ts';
import { emit } from '../../events/emit.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { count } from '../../metrics/count.ts';
import { page } from '../../pages/page.ts';
import { wantsPage } from '../../pages/refuse-by-page.ts';

/** The answer for a link that is refused; with its token, the page offers a new one for the same request. */
export function refuse(
  session: KeycloakSession,
  refusal: Refusal | 'referral',
  token: string | null = null,
): Response {
  count('linkRefused', refusal);
  const wrong =
    refusal === 'referral'
      ? problem('invalid_referral_code')
      : problem('invalid_token', REFUSAL_TEXT[refusal]);
  emit(session, refusal === 'referral' ? 'referral_refused' : 'link_refused', {
    error: wrong.code,
    reason: refusal,
  });
  if (!wantsPage(session)) {
    return problemAnswer('both', wrong).build();
  }
  const retry = token === null ? {} : { retryAction: `${baseUrl(session)}/verify-email`, retryToken: token };
  return page(
    session,
    'linkgate-refused.ftl',
    wrong.status,
    { reason: refusal, ...retry },
    problemHeaders(wrong),
  );
}
