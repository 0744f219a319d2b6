/**
 * The admin API for administrators and backends below `/admin/realms/{realm}/linkgate` (contract, section 4.15; docs/admin-api.json). Each function
 * checks the caller's permissions before anything else.
 */

import type { AdminPermissionEvaluator, InputStream, KeycloakSession, Response } from 'keycloak';
import type { AdminHandler } from '../../http/request/admin-call.ts';
import { pathBelow } from '../../http/request/own-path.ts';
import { type Routes, route } from '../../http/request/routes.ts';
import {
  adminMethodNotAllowed,
  adminProblemResponse,
  notFoundResponse,
} from '../../http/response/responses.ts';
import { problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../platform/keycloak/resources.ts';
import { hasOwnStep } from '../../realm/flow/own-step.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { REALM } from '../../realm/settings/table.ts';
import { getAbout } from './about.ts';
import { CLIENT_BRANDING, REALM_BRANDING, sendEmailOfRealm } from './branding/endpoint.ts';
import { getApiScopes, setApiScopes } from './clients/api-scopes.ts';
import { setApproval } from './clients/approval.ts';
import { getClient, getClients, removeClient } from './clients/endpoint.ts';
import { countClientLinks, revokeClientLinks } from './clients/links.ts';
import { setRefreshTokens } from './clients/refresh-tokens.ts';
import { getSecondFactor, setClientSecondFactor } from './clients/second-factor.ts';
import { getClientSettings, setClientSettings } from './clients/settings.ts';
import { setUrls } from './clients/urls.ts';
import { checkEmail, compareEmail, getEmailCheck } from './email-check.ts';
import { getEmailRoutes } from './email-routes.ts';
import {
  checkBatch,
  discard,
  getBatch,
  getBatches,
  listLineErrors,
  start,
  stop,
} from './invitations/batches.ts';
import { getInvitations, invite, previewInvitation, resend, revoke } from './invitations/endpoint.ts';
import { setInvitationSettings } from './invitations/settings.ts';
import { lookUpCaller, resetLimits } from './limits/callers.ts';
import { getLimits, setLimits } from './limits/settings.ts';
import { getShield } from './limits/shield.ts';
import {
  createLinkBatch,
  getLinkBatch,
  getLinkBatches,
  startLinkBatch,
  stopLinkBatch,
} from './links/batch.ts';
import { createLink } from './links/endpoint.ts';
import { getLink, getLinks, revokeLinks, revokeOneLink } from './links/list.ts';
import { resendLink } from './links/resend.ts';
import { getLinkTemplates } from './links/step.ts';
import { testMailServer } from './mail-server.ts';
import { getOverview } from './overview/endpoint.ts';
import { listProblems } from './problems/endpoint.ts';
import { createReferral, getReferrals, listReferredUsers, revokeReferral } from './referrals/endpoint.ts';
import { getSettings, setSettings, setStepSettings } from './settings/endpoint.ts';
import {
  fetchDisposableDomains,
  getSignUpRules,
  resetDisposableDomains,
  setDisposableDomains,
  setSignUpRules,
} from './sign-up-rules/endpoint.ts';
import { forgetDevice, forgetDevices, signOutUser } from './users/actions.ts';
import { lookUpUser } from './users/lookup.ts';
import { getSuppressions, lift } from './users/suppressions.ts';

const ROUTES: Routes<AdminHandler> = {
  '/': { GET: getAbout },
  '/api-scopes': { GET: getApiScopes },
  '/branding': { GET: REALM_BRANDING.get, PUT: REALM_BRANDING.update },
  '/branding/logo': { POST: REALM_BRANDING.upload },
  '/branding/preview': { POST: REALM_BRANDING.preview },
  '/branding/test-email': { POST: REALM_BRANDING.sendTest },
  '/clients': { GET: getClients },
  '/clients/{id}': { GET: getClient, DELETE: removeClient },
  '/clients/{id}/api-scopes': { PUT: setApiScopes },
  '/clients/{id}/approval': { PUT: setApproval },
  '/clients/{id}/links': { GET: countClientLinks },
  '/clients/{id}/links/revoke': { POST: revokeClientLinks },
  '/clients/{id}/second-factor': { PUT: setClientSecondFactor },
  '/clients/{id}/settings': { GET: getClientSettings, PUT: setClientSettings },
  '/clients/{id}/refresh-tokens': { PUT: setRefreshTokens },
  '/clients/{id}/urls': { PUT: setUrls },
  '/clients/{id}/branding': { GET: CLIENT_BRANDING.get, PUT: CLIENT_BRANDING.update },
  '/clients/{id}/branding/logo': { POST: CLIENT_BRANDING.upload },
  '/clients/{id}/branding/preview': { POST: CLIENT_BRANDING.preview },
  '/clients/{id}/branding/test-email': { POST: CLIENT_BRANDING.sendTest },
  '/email-check': { GET: getEmailCheck, POST: checkEmail },
  '/email-check/received': { POST: compareEmail },
  '/email-routes': { GET: getEmailRoutes },
  '/email-suppressions': { GET: getSuppressions },
  '/email-suppressions/{id}/lift': { POST: lift },
  '/invitation-batches': { GET: getBatches, POST: checkBatch },
  '/invitation-batches/{id}': { GET: getBatch, DELETE: discard },
  '/invitation-batches/{id}/problems': { GET: listLineErrors },
  '/invitation-batches/{id}/start': { POST: start },
  '/invitation-batches/{id}/stop': { POST: stop },
  '/invitation-settings': { PUT: setInvitationSettings },
  '/invitations': { GET: getInvitations, POST: invite },
  '/invitations/preview': { POST: previewInvitation },
  '/invitations/{id}/resend': { POST: resend },
  '/invitations/{id}/revoke': { POST: revoke },
  '/link-batches': { GET: getLinkBatches, POST: createLinkBatch },
  '/link-batches/{id}': { GET: getLinkBatch },
  '/link-batches/{id}/start': { POST: startLinkBatch },
  '/link-batches/{id}/stop': { POST: stopLinkBatch },
  '/links': { GET: getLinks, POST: createLink },
  '/links/revoke': { POST: revokeLinks },
  '/links/templates': { GET: getLinkTemplates },
  '/links/{id}': { GET: getLink },
  '/links/{id}/resend': { POST: resendLink },
  '/links/{id}/revoke': { POST: revokeOneLink },
  '/mail-server/test': { POST: testMailServer },
  '/overview': { GET: getOverview },
  '/second-factor': { GET: getSecondFactor },
  '/settings': { GET: getSettings, PUT: setSettings },
  '/settings/steps/{id}': { PUT: setStepSettings },
  '/sign-up-rules': { GET: getSignUpRules, PUT: setSignUpRules },
  '/sign-up-rules/disposable/fetch': { POST: fetchDisposableDomains },
  '/sign-up-rules/disposable': { PUT: setDisposableDomains, DELETE: resetDisposableDomains },
  '/test-email': { POST: sendEmailOfRealm },
  '/users/lookup': { POST: lookUpUser },
  '/users/{id}/devices': { DELETE: forgetDevices },
  '/users/{id}/devices/{device}': { DELETE: forgetDevice },
  '/users/{id}/sign-out': { POST: signOutUser },
  '/problems': { GET: listProblems },
  '/limits/reset': { POST: resetLimits },
  '/limits/lookup': { POST: lookUpCaller },
  '/limits/shield': { GET: getShield },
  '/limits': { GET: getLimits, PUT: setLimits },
  '/referrals': { GET: getReferrals, POST: createReferral },
  '/referrals/{id}': { DELETE: revokeReferral },
  '/referrals/{id}/users': { GET: listReferredUsers },
};

/** What there is in a stock realm with the step, too; the rest is about the clients, codes and devices of Linkgate realms. */
const FOR_STEPS: readonly AdminHandler[] = [
  checkBatch,
  checkEmail,
  compareEmail,
  countClientLinks,
  createLink,
  createLinkBatch,
  discard,
  fetchDisposableDomains,
  getAbout,
  getBatch,
  getBatches,
  getEmailCheck,
  getEmailRoutes,
  getInvitations,
  getLimits,
  getLink,
  getLinkBatch,
  getLinkBatches,
  getLinks,
  getLinkTemplates,
  getOverview,
  getSettings,
  getShield,
  getSignUpRules,
  getSuppressions,
  invite,
  lift,
  listLineErrors,
  listProblems,
  lookUpCaller,
  lookUpUser,
  previewInvitation,
  resend,
  resendLink,
  resetDisposableDomains,
  resetLimits,
  revoke,
  revokeClientLinks,
  revokeLinks,
  revokeOneLink,
  sendEmailOfRealm,
  setDisposableDomains,
  setInvitationSettings,
  setLimits,
  setSettings,
  setSignUpRules,
  setStepSettings,
  signOutUser,
  start,
  startLinkBatch,
  stop,
  stopLinkBatch,
  testMailServer,
];

const ONLY_IN_LINKGATE_REALM = problem('only_in_linkgate_realm', { attribute: REALM.enabled.name });

/** The endpoint's functions as the host calls them. */
export const ADMIN = {
  /** Whether a stock realm has the API: if a flow has the step. Any other has Keycloak's own 404. */
  serves(session: KeycloakSession): boolean {
    return hasOwnStep(requireRealm(session));
  },

  handle(
    session: KeycloakSession,
    method: string,
    body: InputStream,
    auth: AdminPermissionEvaluator,
  ): Response {
    const found = route(ROUTES, pathBelow(session, ADMIN_RESOURCE), method);
    if (found === null) return notFoundResponse();
    if ('allowed' in found) return adminMethodNotAllowed(found.allowed);
    if (!isLinkgateRealm(requireRealm(session)) && !FOR_STEPS.includes(found.handler))
      return adminProblemResponse(ONLY_IN_LINKGATE_REALM);
    return found.handler({ session, auth, body, ids: found.ids });
  },
};
