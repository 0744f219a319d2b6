/**
 * What the filter does in a stock realm with the step: only the tabs of its sign-ins are judged (contract, section 10).
 * The host calls it for the requests that declarations name, and for no other.
 */
import type { ContainerRequestContext, ContainerResponseContext, KeycloakSession, Response } from 'keycloak';
import { readShortForm } from '../../http/request/request-parameters.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { queryParameterInAnyCase } from '../../platform/session/address.ts';
import { hasOwnStep } from '../../realm/flow/own-step.ts';
import { endRevokedMeanwhile } from '../../sign-in/cross-device/revoke.ts';
import { carryName, takesName } from '../../sign-in/step/carry-name.ts';
import { recordRequestStart } from '../../sign-in/tabs/basis.ts';
import { rollBackEndedTab } from '../../sign-in/tabs/ended-meanwhile.ts';
import { respondToEndedTab } from '../../sign-in/tabs/ended-tab.ts';
import { endTabsOfAccount } from '../../sign-in/tabs/signed-out-elsewhere.ts';
import { requestedTab, respondToUsedTab } from '../../sign-in/tabs/stale-tab.ts';
import { rollBackRejectedAddress } from '../keycloak/new-address.ts';
import { ACCOUNT_SESSIONS, endpointAt } from './endpoints.ts';

/** Where users choose another way of a flow. */
const CHOOSES_WAYS = 'LoginActionsService.authenticateForm';

/** The filter's functions. */
export const STEP_REALM = {
  /** Returns the page for a tab that has ended or is gone with its link, or null. */
  request(session: KeycloakSession, request: ContainerRequestContext, endpoint: string): Response | null {
    const realm = requireRealm(session);
    if (!hasOwnStep(realm)) return null;
    recordRequestStart(session);
    const clientId = queryParameterInAnyCase(session, 'client_id');
    const client = clientId === null ? null : realm.getClientByClientId(clientId);
    if (client === null || endpointAt(endpoint)?.allowsEndedTab === true) return null;
    const tab = requestedTab(session, client);
    if (tab === null) return respondToUsedTab(session, client);
    const ended = respondToEndedTab(session, tab);
    if (ended === null && endpoint === CHOOSES_WAYS && takesName(tab)) {
      const form = readShortForm(session, request);
      if (form !== null) carryName(tab, form);
    }
    return ended;
  },

  /** Rolls back what a tab that has ended meanwhile has done, or records what the tab rests on; ends what was revoked meanwhile. */
  response(
    session: KeycloakSession,
    request: ContainerRequestContext,
    response: ContainerResponseContext,
    endpoint: string,
  ): void {
    if (!hasOwnStep(requireRealm(session))) return;
    if (endpoint === ACCOUNT_SESSIONS) endTabsOfAccount(session, response);
    else if (
      !rollBackEndedTab(session, response, request, endpointAt(endpoint)) &&
      !rollBackRejectedAddress(session, response, request, endpointAt(endpoint))
    )
      endRevokedMeanwhile(session);
  },
};
