/**
 * `/invitation`: opens an invitation (contract, section 4.16). Its page always has a button, so that link scanners accept none. It signs
 * in only if it creates the account, and sends the client nothing that it didn't request.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { openingSteps, requireHttps } from '../../http/pages/opening-steps.ts';
import { pathBelow } from '../../http/request/own-path.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { hasOwnStep } from '../../realm/flow/own-step.ts';
import { allowsInvitations } from '../../realm/settings/enabled.ts';
import { accept } from './accept.ts';
import { requireConfirmation } from './confirm.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { findInvitation } from './find-invitation.ts';
import { optOut } from './opt-out.ts';
import { rejectUnusable } from './reject-unusable.ts';
import { acceptByStep, rejectOver } from './step.ts';

/** In a Linkgate realm, as the host calls it; `POST` is for the forms of its own pages, and for mail programs that opt out. */
export const INVITATION = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const path = pathBelow(session, 'invitation');
    return openInvitation({ session, method, endpoint: 'invitation', path });
  },
};

/** In a stock realm: with a step in a flow, and while it allows invitations. Any other has Keycloak's own 404. */
export const STEP_INVITATION = {
  serves(session: KeycloakSession): boolean {
    const realm = requireRealm(session);
    const isHere = ['', 'opt-out'].includes(pathBelow(session, 'invitation'));
    return isHere && realm.isEnabled() && allowsInvitations(realm) && hasOwnStep(realm);
  },

  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    const path = pathBelow(session, 'invitation');
    return openInStockRealm({ session, method, endpoint: 'invitation', path });
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

/** The same in a stock realm, to the client's own flow. */
const openInStockRealm = openingSteps
  .check(requireHttps)
  .check(optOut)
  .find(findInvitation)
  .check(rejectOver)
  .check(requireConfirmation)
  .end(acceptByStep);
