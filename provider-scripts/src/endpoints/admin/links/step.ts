/** `POST …/linkgate/links` in a stock realm: the link leads into the client's own flow, with the step satisfied (contract, section 4.14). */

import type { KeycloakSession, Response } from 'keycloak';
import { hasAdminRole } from '../../../accounts/admin-roles.ts';
import { linkTemplates } from '../../../email/link-templates.ts';
import { type AdminCall, withObject } from '../../../http/request/admin-call.ts';
import { invalidFieldsResponse, jsonResponse } from '../../../http/response/responses.ts';
import type { ReturnGrant } from '../../../links/magic-link/link.ts';
import { hasLinksRole, hasLongLinksRole, requesterOf } from '../../../links/magic-link/requester.ts';
import { grantFor } from '../../../links/magic-link/return-grant.ts';
import { newLinkId } from '../../../links/magic-link/send.ts';
import type { NewLink } from '../../../links/magic-link/store.ts';
import { SECONDS_PER_DAY } from '../../../platform/engine/time.ts';
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { LONG_LINKS_ROLE } from '../../../platform/keycloak/resources.ts';
import { LOCALE_ATTRIBUTE } from '../../../realm/language/selector.ts';
import { backendLinkLimits } from '../../../realm/limits/count.ts';
import { createdResponse, requireReturnPermission } from './created.ts';
import { type FoundUser, findGiven, recipientProblem, requireSendPermission } from './step-account.ts';
import { readStepLinkRequest, STEP_LINK_FIELDS, type StepLinkRequest } from './step-body.ts';
import { type Target, targetOf } from './step-target.ts';

const ForbiddenException = Java.type('jakarta.ws.rs.ForbiddenException');

export function createStepLink(call: AdminCall): Response {
  return withObject(call, STEP_LINK_FIELDS, (object) => {
    const read = readStepLinkRequest(object);
    return 'details' in read ? invalidFieldsResponse(read.details) : create(call, read.linkRequest);
  });
}

/** Checks permissions first, so that callers without them learn nothing about accounts and clients. */
function create(call: AdminCall, given: StepLinkRequest): Response {
  const { session, auth } = call;
  const found = findGiven(session, given.user);
  const { account } = found;
  const grant =
    given.delivery === 'return'
      ? {
          ...grantFor(session, account, requesterOf(auth)),
          ...(isLong(given) ? { isLong: true as const } : {}),
        }
      : null;
  if (grant === null) requireSendPermission(session, auth, account);
  else requireReturnPermission(session, auth, account, grant);
  const target = targetOf(session, given, account);
  if ('details' in target) return invalidFieldsResponse(target.details);
  const { client, step } = target;
  const details = [
    recipientProblem(session, found, given, step.settings),
    lifetimeProblem(call, given, account !== null && hasAdminRole(session, account)),
    unknownActions(session, given.requiredActions),
    unknownTemplate(session, given.template?.name ?? null),
  ].filter((wrong): wrong is FieldProblem => wrong !== null);
  if (details.length > 0) return invalidFieldsResponse(details);
  session.getContext().setClient(client);
  return createdResponse(call, newStepLink(session, given, found, target, grant), grant, given);
}

/** The link for a user who was found, to a target. */
export function newStepLink(
  session: KeycloakSession,
  given: StepLinkRequest,
  { account, email }: FoundUser,
  { client, step, request }: Target,
  grant: ReturnGrant | null,
): NewLink {
  const linkLifetimeSeconds = given.lifetimeSeconds ?? step.settings.linkLifetimeSeconds;
  return {
    client,
    email,
    request: {
      ...request,
      byBackend: true,
      ...(grant === null ? {} : { returnGrant: grant }),
      ...(given.create ? { create: { requiredActions: given.requiredActions } } : {}),
    },
    // The caller usually is in another network than the user who opens the link.
    settings: { ...step.settings, linkLifetimeSeconds, bindIp: false },
    jti: newLinkId(),
    takesCode: false,
    crossDeviceKey: null,
    account:
      account === null
        ? null
        : { id: account.getId(), blocked: null, language: account.getFirstAttribute(LOCALE_ATTRIBUTE) },
    ...(given.template === null ? {} : { template: given.template }),
    limitKeys: backendLinkLimits(session, email || (account?.getId() ?? '')),
    cause: { by: 'backend' },
  };
}

/** A problem if the realm lacks one of the actions, or has disabled it. */
export function unknownActions(session: KeycloakSession, given: readonly string[]): FieldProblem | null {
  if (given.length === 0) return null;
  const enabled: string[] = [];
  for (const action of requireRealm(session).getRequiredActionProvidersStream().toList())
    if (action.isEnabled()) enabled.push(action.getAlias());
  return given.every((one) => enabled.includes(one))
    ? null
    : fieldProblem('required_actions', 'required_action_unknown', { choices: enabled.sort().join(', ') });
}

/** A problem if the realm's email theme has no such template. */
export function unknownTemplate(session: KeycloakSession, template: string | null): FieldProblem | null {
  if (template === null) return null;
  const known = linkTemplates(session);
  return known.includes(template)
    ? null
    : fieldProblem('template', 'template_unknown', { choices: known.join(', ') || '–' });
}

/** Lists the templates of the realm's email theme. */
export function getLinkTemplates({ session, auth }: AdminCall): Response {
  if (!hasLinksRole(session, auth) && !auth.users().canManage() && !auth.users().canImpersonate())
    throw new ForbiddenException();
  return jsonResponse(200, { templates: linkTemplates(session) }).build();
}

export function isLong({ lifetimeSeconds }: Pick<StepLinkRequest, 'lifetimeSeconds'>): boolean {
  return lifetimeSeconds !== null && lifetimeSeconds > SECONDS_PER_DAY;
}

/** More than a day needs a role of its own, and is never for administrators. */
export function lifetimeProblem(
  { session, auth }: Pick<AdminCall, 'session' | 'auth'>,
  { lifetimeSeconds }: Pick<StepLinkRequest, 'lifetimeSeconds'>,
  administers: boolean,
): FieldProblem | null {
  if (!isLong({ lifetimeSeconds })) return null;
  if (!hasLongLinksRole(session, auth))
    return fieldProblem('lifetime', 'lifetime_needs_role', { max: SECONDS_PER_DAY, role: LONG_LINKS_ROLE });
  return administers ? fieldProblem('lifetime', 'account_of_administrator') : null;
}
