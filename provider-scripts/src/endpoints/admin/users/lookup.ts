/** Looks up an address: its account, links, devices and sessions, and why no email arrives. */

import type { ClientModel, KeycloakSession, Response, UserModel } from 'keycloak';
import { findAccount } from '../../../accounts/account.ts';
import { normaliseOnServer } from '../../../accounts/address/idn.ts';
import { hasCredentials } from '../../../accounts/credentials.ts';
import { listDevicesOfUser } from '../../../accounts/device/rows.ts';
import { fullName } from '../../../accounts/name.ts';
import { notBefore } from '../../../accounts/not-before.ts';
import { isProven } from '../../../accounts/proof.ts';
import { lastFailureOf } from '../../../email/last-failure.ts';
import { emailRoutes } from '../../../email/route.ts';
import { smtpSettings } from '../../../email/smtp.ts';
import { canSendTo } from '../../../email/smtp-properties.ts';
import { type AdminCall, withObject } from '../../../http/request/admin-call.ts';
import { invalidFieldsResponse, jsonResponse } from '../../../http/response/responses.ts';
import { findEmailed } from '../../../links/invitation/emailed.ts';
import { type InvitationRow, stateAt } from '../../../links/invitation/invitation.ts';
import { emailKey } from '../../../links/invitation/keys.ts';
import { invitationsOfAddress } from '../../../links/invitation/rows.ts';
import { linkRejection } from '../../../links/magic-link/rejection.ts';
import { type LinkOfAddress, listLinksOfAddress } from '../../../links/magic-link/rows.ts';
import { failedEmails } from '../../../observability/statistics/failed-emails.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { MILLIS_PER_SECOND, SECONDS_PER_DAY } from '../../../platform/engine/time.ts';
import { fieldProblem } from '../../../platform/errors/problem.ts';
import { hasFixedHostname } from '../../../platform/keycloak/base-url.ts';
import { realmIdOf, requireRealm } from '../../../platform/keycloak/realm.ts';
import { clientName } from '../../../realm/branding/client-branding.ts';
import { limitKeyOf } from '../../../realm/limits/count.ts';
import { lookUpStatuses } from '../../../realm/limits/rows.ts';
import { usesOwnServer } from '../../../realm/settings/email-routes.ts';
import { isLinkgateRealm } from '../../../realm/settings/enabled.ts';
import { decisionOn, rejectionOf } from '../../../realm/sign-up-rules/rules.ts';
import { listSignIns } from '../../../sign-in/tabs/account-sign-ins.ts';
import { resendRoutes } from '../links/resend.ts';
import { readRealmSteps } from '../realm-steps.ts';
import { type EmailFacts, emailReasons } from './reasons.ts';
import { emailsOfAddress } from './suppressions.ts';

/** The maximum numbers of links, invitations, devices and sessions listed per user. */
const MAX_LISTED = 100;

export function lookUpUser(call: AdminCall): Response {
  const { session, auth } = call;
  auth.users().requireView();
  return withObject(call, ['email'], ({ email: typed }) => {
    const email = typeof typed === 'string' ? normaliseOnServer(typed) : null;
    if (email === null) return invalidFieldsResponse([fieldProblem('email', 'not_an_email_address')]);
    const { account, isAmbiguous } = findAccount(session, email);
    if (account !== null) auth.users().requireView(account);
    const now = currentTime();
    const links = listLinksOfAddress(session, email, now - SECONDS_PER_DAY, now, MAX_LISTED);
    const invited = invitedOf(session, email, now);
    const { emails, suppression } = emailsOfAddress(session, email, account, now);
    return jsonResponse(200, {
      email,
      account: account === null ? null : shownAccount(session, account),
      links: links.map((link) => shownLink(session, link, account, now)),
      ...invited,
      emails,
      routes: resendRoutes(session),
      suppression,
      devices: account === null ? [] : devicesOf(session, account, now),
      sessions: account === null ? [] : sessionsOf(session, account),
      email_reasons: emailReasons({
        ...factsOf(session, email, account, isAmbiguous, links[0], invited, now),
        suppressed: suppression === null ? null : suppression.reason,
      }),
    }).build();
  });
}

function shownAccount(session: KeycloakSession, user: UserModel) {
  const created = user.getCreatedTimestamp();
  return {
    id: user.getId(),
    username: user.getUsername(),
    name: fullName(user.getFirstName(), user.getLastName()),
    enabled: user.isEnabled(),
    email_verified: isProven(session, requireRealm(session), user),
    created_at: created === null ? null : Math.floor(Number(created) / MILLIS_PER_SECOND),
  };
}

/** The state of a link; after its expiry it is `expired`, even if its row isn't updated yet. */
function stateOf(session: KeycloakSession, link: LinkOfAddress, account: UserModel | null, now: number) {
  const client = requireRealm(session).getClientById(link.clientUuid);
  return linkRejection(link, now, notBefore(session, client, account)) ?? ('issued' as const);
}

function shownLink(session: KeycloakSession, link: LinkOfAddress, account: UserModel | null, now: number) {
  const client = requireRealm(session).getClientById(link.clientUuid);
  return {
    id: link.jti,
    client_id: client === null ? '' : client.getClientId(),
    client_name: client === null ? '' : clientName(session, client),
    state: stateOf(session, link, account, now),
    requested_at: link.issuedAt,
    expires_at: link.expiresAt,
    rejected: link.rejection,
    rejected_at: link.rejectedAt,
    used_at: link.usedAt,
  };
}

/** The invitations of an address, which also those without an account have. */
interface Invited {
  invitations: ReturnType<typeof shownInvitation>[];
  opted_out: boolean;
}

function invitedOf(session: KeycloakSession, email: string, now: number): Invited {
  const key = emailKey(realmIdOf(session), email);
  return {
    invitations: invitationsOfAddress(session, key, MAX_LISTED).map((row) =>
      shownInvitation(session, row, now),
    ),
    opted_out: findEmailed(session, [key])[key]?.optedOut === true,
  };
}

function shownInvitation(session: KeycloakSession, row: InvitationRow, now: number) {
  const client = requireRealm(session).getClientById(row.clientUuid);
  return {
    id: row.id,
    client_id: client === null ? '' : client.getClientId(),
    client_name: client === null ? '' : clientName(session, client),
    state: stateAt(row, now, notBefore(session, client)),
    sent_at: row.sentAt,
    expires_at: row.endsAt,
  };
}

function devicesOf(session: KeycloakSession, user: UserModel, now: number) {
  const rows = listDevicesOfUser(session, user.getId(), now, MAX_LISTED);
  return rows.map(({ id, browser, system, lastUsedAt, expiresAt }) => ({
    id,
    browser,
    system,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
  }));
}

function sessionsOf(session: KeycloakSession, user: UserModel) {
  const named = (client: ClientModel) => ({
    client_id: client.getClientId(),
    client_name: clientName(session, client),
  });
  return listSignIns(session, user, MAX_LISTED).map(
    ({ id, startedAt, lastAccessAt, ipAddress, clients, waitsFor }) => ({
      id,
      started_at: startedAt,
      last_access_at: lastAccessAt,
      ip_address: ipAddress,
      clients: clients.map(named),
      waits_for: waitsFor === null ? null : named(waitsFor),
    }),
  );
}

function factsOf(
  session: KeycloakSession,
  email: string,
  account: UserModel | null,
  severalAccounts: boolean,
  last: LinkOfAddress | undefined,
  { invitations, opted_out: optedOut }: Invited,
  now: number,
): Omit<EmailFacts, 'suppressed'> {
  const smtp = smtpSettings(session);
  const [linkLimit] = lookUpStatuses(session, [limitKeyOf(session, 'link-email', email)]);
  const { hasStep, signUp, rejectsUnverified } = readRealmSteps(session);
  const isRejected =
    rejectsUnverified &&
    account !== null &&
    hasCredentials(session, account.getId()) &&
    !isProven(session, requireRealm(session), account);
  const exceeded = linkLimit !== undefined && !linkLimit.status.granted;
  return {
    now,
    hasFixedHostname: hasFixedHostname(session),
    hasLinkStep: hasStep,
    hasMailServer: Boolean(smtp.from && (smtp.host || !usesOwnServer(emailRoutes(session)))),
    supportsAddress: canSendTo(smtp, email),
    failedEmails: failedEmails(session).count,
    lastFailure: lastFailureOf(session, email),
    severalAccounts,
    account:
      account === null
        ? null
        : {
            enabled: account.isEnabled(),
            isService: account.getServiceAccountClientLink() !== null,
            isRejected,
          },
    signUpClosed: signUp === 'closed',
    signUpRejection: signUpRejectionOf(session, email, account !== null || severalAccounts),
    hasReferralCodes: isLinkgateRealm(requireRealm(session)),
    optedOut,
    invitedAt: invitations.find(({ state }) => state === 'sent' || state === 'opened')?.sent_at ?? null,
    waitSeconds: exceeded ? linkLimit.status.resetSeconds : null,
    lastLink:
      last === undefined
        ? null
        : {
            state: stateOf(session, last, account, now),
            requestedAt: last.issuedAt,
            expiresAt: last.expiresAt,
          },
  };
}

/** The rule for sign-up by which the address gets no link, and the entry that decides. */
function signUpRejectionOf(
  session: KeycloakSession,
  email: string,
  hasAccount: boolean,
): EmailFacts['signUpRejection'] {
  const decision = decisionOn(session, email);
  const rule = rejectionOf(session, decision, hasAccount ? 'sign-in' : 'link');
  return rule === null ? null : { rule, entry: decision?.entry ?? null };
}
