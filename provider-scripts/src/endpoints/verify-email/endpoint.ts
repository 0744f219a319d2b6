/** `GET /verify-email`: uses a link and continues the sign-in it was requested for (contract, section 4.9). */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { pathBelow } from '../../http/request/own-path.ts';
import { endUse } from '../../links/magic-link/redeem.ts';
import { queryParameter } from '../../platform/session/address.ts';
import { STEP_VERIFY_EMAIL } from './step.ts';
import { openLink } from './steps.ts';

/** The endpoint's functions as the host calls them; `POST` is for the forms of its own pages. */
export const VERIFY_EMAIL = {
  handle(session: KeycloakSession, method: string, body: InputStream): Response {
    // Only the forms for links that were sent after an identity provider have the token in the query.
    const isOfStep = method === 'POST' && queryParameter(session, 'token') !== null;
    if (isOfStep && STEP_VERIFY_EMAIL.serves(session)) return STEP_VERIFY_EMAIL.handle(session, method, body);
    const path = pathBelow(session, 'verify-email');
    const response = openLink({ session, method, endpoint: 'verify-email', path });
    // Before Keycloak stores the session.
    endUse(session);
    return response;
  },
};
