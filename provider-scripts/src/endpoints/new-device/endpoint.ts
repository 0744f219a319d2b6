/**
 * `/new-device`: the link *This wasn't me* in the email about a sign-in on a new device (contract, section 4.17). Opening it only asks, so that
 * link scanners end nothing; its button ends what came of that sign-in.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { pathBelow } from '../../http/request/own-path.ts';
import { disownDevice } from './steps.ts';

/** The endpoint's functions as the host calls them; `POST` is for the form of its own page. */
export const NEW_DEVICE = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    return disownDevice({ session, method, endpoint: 'new-device', path: pathBelow(session, 'new-device') });
  },
};
