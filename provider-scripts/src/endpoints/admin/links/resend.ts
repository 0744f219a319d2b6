/** Sends a link anew by a route that an administrator names: to the link's own address, in place of the link (contract, section 4.14). */
import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { lookUpAccount } from '../../../accounts/account.ts';
import { notBefore } from '../../../accounts/not-before.ts';
import { isSecondRevokedBy } from '../../../accounts/revoked-by.ts';
import { suppressionOf } from '../../../email/feedback/record.ts';
import { emailRoutes } from '../../../email/route.ts';
import { type AdminCall, idOf, withObject } from '../../../http/request/admin-call.ts';
import {
  adminProblemResponse,
  invalidFieldsResponse,
  jsonResponse,
  notFoundResponse,
} from '../../../http/response/responses.ts';
import { clientOfLink } from '../../../links/magic-link/client.ts';
import type { LinkRow } from '../../../links/magic-link/link.ts';
import { findLink } from '../../../links/magic-link/rows.ts';
import { newLinkId, sendAgain } from '../../../links/magic-link/send.ts';
import { settingsOfLink } from '../../../links/magic-link/settings.ts';
import type { NewLink } from '../../../links/magic-link/store.ts';
import { emitAdminEvent } from '../../../observability/events/admin-event.ts';
import { FINDINGS } from '../../../platform/errors/catalogue/findings.ts';
import { fieldProblem, problem } from '../../../platform/errors/problem.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { ADMIN_RESOURCE } from '../../../platform/keycloak/resources.ts';
import { hasLink, type Settings } from '../../../realm/flow/parse.ts';
import { limitKeyOf } from '../../../realm/limits/count.ts';
import { stepToSendAgain } from '../../../sign-in/step/send-again.ts';
import { readRealmSteps } from '../realm-steps.ts';

/** The routes by which a link can be sent anew: none, unless the realm has several and they send its emails. */
export function resendRoutes(session: KeycloakSession): string[] {
  const routes = emailRoutes(session).map(({ name }) => name);
  return routes.length > 1 && readRealmSteps(session).emailSender === 'smtp' ? routes : [];
}

/** Sends the link anew; its user gets it, never the administrator. */
export function resendLink(call: AdminCall): Response {
  const { session, auth } = call;
  const row = findLink(session, idOf(call));
  const user =
    row === null || row.userId === null
      ? null
      : session.users().getUserById(requireRealm(session), row.userId);
  if (user === null) auth.users().requireManage();
  else auth.users().requireManage(user);
  return withObject(call, ['route'], ({ route }) => {
    if (row === null) return notFoundResponse();
    const routes = resendRoutes(session);
    if (typeof route !== 'string' || !routes.includes(route))
      return invalidFieldsResponse([fieldProblem('route', 'not_one_of', { choices: routes.join(', ') })]);
    const again = linkAgain(session, row, user);
    if (again === null) return adminProblemResponse(problem('link_not_resendable'));
    session.getContext().setClient(again.client);
    const unsent = sendAgain(session, again, route);
    const path = `${ADMIN_RESOURCE}/links/${row.jti}/resend`;
    emitAdminEvent(call, 'ACTION', 'LINKGATE_LINK', path, { route, link: again.jti, sent: unsent === null });
    if (unsent === null) return jsonResponse(200, { id: again.jti }).build();
    return adminProblemResponse(
      typeof unsent === 'string'
        ? problem('link_not_sent', { cause: unsent, reason: FINDINGS[unsent] })
        : unsent,
    );
  });
}

/**
 * The link for the same request; null if it can't be sent. What was revoked stays revoked, a list's link stays the list's, and one that was, or would
 * now be, bound to a network can't be bound to its user's.
 */
function linkAgain(
  session: KeycloakSession,
  row: LinkRow,
  user: UserModel | null,
): (NewLink & { replaces: true }) | null {
  const { email, state, request } = row;
  const { returnGrant, ofStep, network, requestKey: _, code: __, ...rest } = request;
  if ((state !== 'issued' && state !== 'superseded') || row.batchId !== null || email === '') return null;
  if (returnGrant !== undefined || network !== undefined || ofStep?.withheld === true) return null;
  const client = clientOfLink(session, row);
  const settings = client === null ? null : settingsFor(session, row, client);
  if (client === null || settings === null || !settings.hasStep || !hasLink(settings)) return null;
  if (settings.bindIp || settings.emailSender !== 'smtp') return null;
  if (isSecondRevokedBy(notBefore(session, client, user), row.issuedAt)) return null;
  const account = lookUpAccount(session, email);
  if ((account?.id ?? null) !== row.userId || (account?.blocked ?? null) !== null) return null;
  if (suppressionOf(session, email) !== null) return null;
  return {
    client,
    email,
    request: { ...rest, ...(ofStep === undefined ? {} : { ofStep }) },
    settings,
    jti: newLinkId(),
    takesCode: false,
    account,
    limitKeys: [limitKeyOf(session, 'link-email', email)],
    cause: { by: 'holder' },
    crossDeviceKey: null,
    replaces: true,
  };
}

/** The settings of the step that sent it; null if that wouldn't any more. */
function settingsFor(session: KeycloakSession, row: LinkRow, client: NewLink['client']): Settings | null {
  const { ofStep } = row.request;
  if (ofStep === undefined) return settingsOfLink(session, client, row.request);
  return stepToSendAgain(session, { row, step: ofStep, client })?.settings ?? null;
}
