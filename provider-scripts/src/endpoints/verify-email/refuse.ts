/** Says why a link can't be used: a themed page for a browser, JSON for any other caller. */
import type { KeycloakSession, Response } from 'keycloak';
import { problemAnswer, problemHeaders } from '../../errors/answers.ts';
import { OWN_RESOURCES } from '../../errors/formats.ts';
import { REFUSAL_TEXT, type Refusal } from '../../errors/link-refusals.ts';
import { problem } from '../../errors/problem.ts';
import { emit } from '../../events/emit.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { noteRefusal } from '../../magic-link/rows.ts';
import { count } from '../../metrics/count.ts';
import { page } from '../../pages/page.ts';
import { wantsPage } from '../../pages/refuse-by-page.ts';

const Time = Java.type('org.keycloak.common.util.Time');

/** What is known of a link that is refused: its identifier, and its token where a new one may be had by it. */
interface Refused {
  jti?: string;
  token?: string | null;
}

/** The answer for a link that is refused; with its token, the page offers a new one for the same request. */
export function refuse(
  session: KeycloakSession,
  refusal: Refusal | 'referral',
  { token = null, jti }: Refused = {},
): Response {
  count(session, 'linkRefused', refusal);
  if (jti !== undefined) noteRefusal(session, jti, refusal, Time.currentTime());
  const wrong =
    refusal === 'referral'
      ? problem('invalid_referral_code')
      : problem('invalid_token', REFUSAL_TEXT[refusal]);
  emit(session, refusal === 'referral' ? 'referral_refused' : 'link_refused', {
    error: wrong.code,
    reason: refusal,
  });
  if (!wantsPage(session)) {
    return problemAnswer(OWN_RESOURCES['verify-email'], wrong).build();
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
