/** Responds that a link was sent, where no "check your email" page waits for it. */
import type { KeycloakSession, Response } from 'keycloak';
import { page } from '../http/pages/page.ts';
import { wantsPage } from '../http/pages/reject-by-page.ts';
import { jsonResponse } from '../http/response/responses.ts';
import type { Settings } from '../realm/flow/parse.ts';
import { lifetimeOf } from '../realm/language/durations.ts';
import { webmailFor } from './webmail.ts';

/** A page for a browser, which leads on to `home` if there is one; `message` for other callers. */
export function linkSentResponse(
  session: KeycloakSession,
  { linkLifetimeSeconds }: Settings,
  { email, message, home = null }: { email: string; message: string; home?: string | null },
): Response {
  if (!wantsPage(session)) return jsonResponse(200, { message, email }).build();
  const webmail = webmailFor(session, email);
  return page(session, 'linkgate-sent.ftl', 200, {
    sentTo: email,
    lifetime: lifetimeOf(linkLifetimeSeconds),
    home,
    ...(webmail === null ? {} : { webmail: { ...webmail } }),
  });
}
