/**
 * `/invitation`: opens an invitation (contract, section 4.16). Its page always has a button, so that link scanners accept none. It signs
 * in only if it creates the account, and sends the client nothing that it didn't request.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { openingSteps } from '../../http/pages/opening-steps.ts';
import { pathBelow } from '../../http/request/own-path.ts';
import { accept } from './accept.ts';
import { requireConfirmation } from './confirm.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { findInvitation } from './find-invitation.ts';
import { optOut } from './opt-out.ts';
import { rejectUnusable } from './reject-unusable.ts';

/** The endpoint's functions as the host calls them; `POST` is for the forms of its own pages, and for mail programs that opt out. */
export const INVITATION = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const path = pathBelow(session, 'invitation');
    return openInvitation({ session, method, endpoint: 'invitation', path });
  },
};

/** Its steps, in order, from the request to the sign-in; the first to respond ends the flow. */
const openInvitation = openingSteps
  .check(optOut)
  .find(findInvitation)
  .check(rejectUnusable)
  .check(requireConfirmation)
  .find(accept)
  .end(continueSignIn);
