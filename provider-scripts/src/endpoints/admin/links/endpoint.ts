/** `POST …/linkgate/links`: links requested by a backend, emailed or returned (contract, section 4.14). */

import type { AdminPermissionEvaluator, ClientModel, KeycloakSession, Response } from 'keycloak';
import { findAccount } from '../../../accounts/account.ts';
import { normaliseOnServer } from '../../../accounts/address/idn.ts';
import {
  checkRedirectUri,
  checkSignInAllowed,
  findActiveClient,
  initiateLoginOf,
  isApproved,
} from '../../../clients/client.ts';
import { checkPkce } from '../../../clients/pkce.ts';
import { checkScopeOf } from '../../../clients/scopes-of.ts';
import type { AdminCall } from '../../../http/request/admin-call.ts';
import { readJsonText } from '../../../http/request/json-text.ts';
import { adminProblemResponse, invalidFieldsResponse } from '../../../http/response/responses.ts';
import type { ReturnGrant } from '../../../links/magic-link/link.ts';
import type { RequestBody } from '../../../links/magic-link/request-body.ts';
import { requestOfBody } from '../../../links/magic-link/request-of-body.ts';
import { hasLinksRole, requesterOf } from '../../../links/magic-link/requester.ts';
import { grantFor } from '../../../links/magic-link/return-grant.ts';
import { newLinkId } from '../../../links/magic-link/send.ts';
import type { NewLink } from '../../../links/magic-link/store.ts';
import {
  type FieldProblem,
  fieldProblem,
  fieldProblemsOf,
  problem,
} from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { checkLinkStep } from '../../../realm/flow/check-step.ts';
import { readSettings } from '../../../realm/flow/read.ts';
import { backendLinkLimits } from '../../../realm/limits/count.ts';
import { allowsBackendLinks, isLinkgateRealm } from '../../../realm/settings/enabled.ts';
import { CLIENT, REALM } from '../../../realm/settings/table.ts';
import { type BackendLinkRequest, readBackendLinkRequest } from './body.ts';
import { createdResponse, requireReturnPermission } from './created.ts';
import { createStepLink } from './step.ts';

const ForbiddenException = Java.type('jakarta.ws.rs.ForbiddenException');

export const OFF = problem('backend_links_off', { attribute: REALM.backendLinks.name });

export function createLink(call: AdminCall): Response {
  const realm = requireRealm(call.session);
  if (!allowsBackendLinks(realm)) return adminProblemResponse(OFF);
  return isLinkgateRealm(realm) ? createInLinkgateRealm(call) : createStepLink(call);
}

function createInLinkgateRealm({ session, body, auth }: AdminCall): Response {
  const read = readJsonText(session, body);
  if ('problem' in read) return adminProblemResponse(read.problem);
  const parsed = readBackendLinkRequest(read.text);
  if ('details' in parsed) return invalidFieldsResponse(parsed.details);
  const email = normaliseOnServer(parsed.linkRequest.request.email);
  if (email === null) return invalidFieldsResponse([fieldProblem('email', 'not_an_email_address')]);
  return createRequestedLink(session, auth, parsed.linkRequest, email);
}

/** Checks permissions first, so that callers without them learn nothing about accounts and clients. */
function createRequestedLink(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  linkRequest: BackendLinkRequest,
  email: string,
): Response {
  const { request: body, delivery } = linkRequest;
  const grant = delivery === 'return' ? returnGrantFor(session, auth, email) : null;
  if (grant !== null && 'details' in grant) return invalidFieldsResponse(grant.details);
  if (grant === null) requireEmailPermission(session, auth, email);
  const found = clientFor(session, body);
  if ('details' in found) return invalidFieldsResponse(found.details);
  const { client } = found;
  session.getContext().setClient(client);
  const settings = readSettings(session, client);
  const lifetime = linkRequest.lifetimeSeconds ?? settings.linkLifetimeSeconds;
  const link: NewLink = {
    client,
    email,
    request: {
      ...requestOfBody(session, client, body),
      byBackend: true,
      ...(grant === null ? {} : { returnGrant: grant }),
      ...(initiates(client, body) ? { initiates: true as const } : {}),
    },
    // The caller usually is in another network than the user who opens the link.
    settings: { ...settings, linkLifetimeSeconds: lifetime, bindIp: false },
    jti: newLinkId(),
    takesCode: false,
    crossDeviceKey: null,
    limitKeys: backendLinkLimits(session, email),
    cause: { by: 'backend' },
  };
  return createdResponse({ session, auth }, link, grant, linkRequest);
}

/** The account that a returned link signs in, if the caller is allowed. */
function returnGrantFor(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  email: string,
): ReturnGrant | { details: FieldProblem[] } {
  const { account, isAmbiguous } = findAccount(session, email);
  const grant = grantFor(session, account, requesterOf(auth));
  requireReturnPermission(session, auth, account, grant);
  if (isAmbiguous) return { details: [fieldProblem('email', 'account_ambiguous')] };
  if (account !== null && !account.isEnabled())
    return { details: [fieldProblem('email', 'account_disabled')] };
  if (account !== null && account.getServiceAccountClientLink() !== null)
    return { details: [fieldProblem('email', 'account_of_service')] };
  return grant;
}

/** The named client, if everything requested for it is valid; otherwise all validation errors. */
function clientFor(
  session: KeycloakSession,
  body: RequestBody,
): { client: ClientModel } | { details: FieldProblem[] } {
  const client = findActiveClient(requireRealm(session), body.client_id);
  if (client === null) return { details: [fieldProblem('client_id', 'client_unknown')] };
  if (!isApproved(client)) return { details: [fieldProblem('client_id', 'client_not_approved')] };
  const checks = [
    checkSignInAllowed(client),
    checkLinkStep(readSettings(session, client)),
    checkRedirectUri(session, client, body.redirect_uri),
    checkScopeOf(client, body.scope),
    checkPkce(false, body.code_challenge, body.code_challenge_method),
  ];
  const details: FieldProblem[] = [];
  for (const wrong of checks) if (wrong !== null) details.push(...fieldProblemsOf(wrong));
  if (initiates(client, body) && initiateLoginOf(client) === null)
    details.push(
      fieldProblem('code_challenge', 'challenge_required_without_start', {
        attribute: CLIENT.initiateLoginUri.name,
      }),
    );
  return details.length > 0 ? { details } : { client };
}

/** Whether the client starts its own request after the link: any holder of an authorization code without a challenge could redeem it. */
function initiates(client: ClientModel, body: RequestBody): boolean {
  return client.isPublicClient() && body.code_challenge === undefined;
}

/**
 * Rejects a caller who may not have a link emailed. Looks up the account only if the permission may be limited to it.
 */
function requireEmailPermission(
  session: KeycloakSession,
  auth: AdminPermissionEvaluator,
  email: string,
): void {
  if (hasLinksRole(session, auth) || auth.users().canImpersonate()) return;
  const { account } = findAccount(session, email);
  if (account === null || !auth.users().canImpersonate(account, null)) throw new ForbiddenException();
}
