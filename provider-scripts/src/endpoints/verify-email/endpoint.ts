/** `GET /verify-email`: uses a link and continues the sign-in it was requested for (contract, section 4.9). */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { pathBelow } from '../../request/own-path.ts';
import { openLink } from './steps.ts';

/** The endpoint's functions as the host calls them; `POST` is for the forms of its own pages. */
export const VERIFY_EMAIL = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const path = pathBelow(session, 'verify-email');
    return openLink({ session, method, endpoint: 'verify-email', path });
  },
};
