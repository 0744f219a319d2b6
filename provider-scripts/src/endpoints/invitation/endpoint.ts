/**
 * `/invitation`: opens an invitation (contract, section 4.16). Its page always has a button, so that link scanners accept none. It signs
 * in only if it creates the account, and sends the client nothing that it didn't request.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { pathBelow } from '../../http/request/own-path.ts';
import { openInvitation } from './steps.ts';

/** The endpoint's functions as the host calls them; `POST` is for the forms of its own pages, and for mail programs that opt out. */
export const INVITATION = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const path = pathBelow(session, 'invitation');
    return openInvitation({ session, method, endpoint: 'invitation', path });
  },
};
