/** `GET /verify-email`: uses a link and continues the sign-in it was requested for (contract, section 4.9). */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { pathBehind } from '../../request/own-path.ts';
import { useLink } from './steps.ts';

/** The endpoint's functions as the host calls them; `POST` is for the forms of its own pages. */
export const VERIFY_EMAIL = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const path = pathBehind(session, 'verify-email');
    return useLink({ session, method, endpoint: 'verify-email', path });
  },
};
