/**
 * Asks before a link is used: always where it replaces the session of another person, so that nobody is signed in as somebody else
 * unawares (login CSRF); else as the setting has it, so that mail scanners don't use links up.
 */
import type { KeycloakSession, Response } from 'keycloak';
import { clientName } from '../../branding/client-brand.ts';
import { baseUrl } from '../../protocol/base-url.ts';
import { page } from '../../sign-in/page.ts';

const KeycloakModelUtils = Java.type('org.keycloak.models.utils.KeycloakModelUtils');
const NewCookie = Java.type('jakarta.ws.rs.core.NewCookie');
const SameSite = Java.type('jakarta.ws.rs.core.NewCookie$SameSite');
const URI = Java.type('java.net.URI');

/** Holds what the confirm page's form must repeat. Another site's form arrives without it. */
const COOKIE = 'LINKGATE_CONFIRM';
const FIELD = 'confirm';
const COOKIE_LIFETIME_SECONDS = 900;

/** The page that asks; its form comes back as `POST`. */
export function askFirst(
  session: KeycloakSession,
  token: string,
  email: string,
  liveEmail: string | null,
): Response {
  const action = `${baseUrl(session)}/verify-email`;
  const key = KeycloakModelUtils.generateId();
  const url = URI.create(action);
  session
    .getContext()
    .getHttpResponse()
    .setCookieIfAbsent(
      new NewCookie(
        COOKIE,
        key,
        url.getRawPath(),
        null,
        1,
        null,
        COOKIE_LIFETIME_SECONDS,
        null,
        url.getScheme() === 'https',
        true,
        SameSite.STRICT,
      ),
    );
  const client = session.getContext().getClient();
  return page(session, 'linkgate-confirm.ftl', 200, {
    confirmAction: action,
    confirmToken: token,
    confirmKey: key,
    email,
    liveEmail,
    clientName: client === null ? null : clientName(client),
  });
}

/** Whether a form comes from the page that this browser was shown. */
export function isConfirmed(session: KeycloakSession): boolean {
  const request = session.getContext().getHttpRequest();
  const key = request.getHttpHeaders().getCookies().get(COOKIE)?.getValue();
  return !!key && request.getDecodedFormParameters()?.getFirst(FIELD) === key;
}
