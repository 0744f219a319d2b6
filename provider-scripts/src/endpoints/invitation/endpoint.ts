/**
 * `/invitation`: what an invitation opens (contract, section 4.16). Its page always has a button, so that nothing that opens links ahead
 * accepts one; it signs in only when it makes the account, and gives the client nothing that it didn't ask for.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { pathBehind } from '../../request/own-path.ts';
import { openInvitation } from './steps.ts';

/** The endpoint's functions as the host calls them; `POST` is for the forms of its own pages, and for mail programs that opt out. */
export const INVITATION = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const path = pathBehind(session, 'invitation');
    return openInvitation({ session, method, endpoint: 'invitation', path });
  },
};
