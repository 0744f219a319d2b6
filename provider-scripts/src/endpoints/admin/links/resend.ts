/** Sends a link anew by a route that an administrator names: to the link's own address, in place of the link (contract, section 4.14). */
import type { KeycloakSession, Response } from 'keycloak';
import { lookUpAccount } from '../../../accounts/account.ts';
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
import { findStep } from '../../../realm/flow/own-step.ts';
import { hasLink, type Settings } from '../../../realm/flow/parse.ts';
import { limitKeyOf } from '../../../realm/limits/count.ts';
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
    const again = linkAgain(session, row);
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

/** The link for the same request; null if it can't be sent. */
function linkAgain(session: KeycloakSession, row: LinkRow): (NewLink & { replaces: true }) | null {
  const { email, state, request } = row;
  const { returnGrant, ofStep, network, line, requestKey: _, code: __, ...rest } = request;
  const isOpen = state === 'issued' || state === 'superseded' || state === 'revoked';
  if (!isOpen || email === '' || returnGrant !== undefined || network !== undefined) return null;
  if (line !== undefined || ofStep?.withheld === true) return null;
  const client = clientOfLink(session, row);
  const settings = client === null ? null : settingsFor(session, row, client);
  if (client === null || settings === null || !settings.hasStep || !hasLink(settings)) return null;
  const account = lookUpAccount(session, email);
  if ((account?.id ?? null) !== row.userId || (account?.blocked ?? null) !== null) return null;
  if (suppressionOf(session, email) !== null) return null;
  return {
    client,
    email,
    request: { ...rest, ...(ofStep === undefined ? {} : { ofStep }) },
    settings: { ...settings, bindIp: false },
    jti: newLinkId(),
    takesCode: false,
    account,
    limitKeys: [limitKeyOf(session, 'link-email', email)],
    cause: { by: 'holder' },
    crossDeviceKey: null,
    replaces: true,
  };
}

/** The settings of the step that sent it; null if that is gone. */
function settingsFor(
  session: KeycloakSession,
  { request }: LinkRow,
  client: NewLink['client'],
): Settings | null {
  if (request.ofStep === undefined) return settingsOfLink(session, client, request);
  return findStep(session, request.step ?? '')?.settings ?? null;
}
