/**
 * Sends a link: at most once, like every email (`delivery`). If the queue is too long, nothing is stored. The response is the same whether
 * or not the address has an account. For a disabled account, and an address that several accounts share, the mail server is queried as
 * for any other, but no email is sent.
 */
import type { KeycloakSession } from 'keycloak';
import type { KnownAccount } from '../../accounts/account.ts';
import { isEmailBusy } from '../../email/branded-email.ts';
import { deliver } from '../../email/delivery/deliver.ts';
import { countStage } from '../../email/feedback/mailbox-counts.ts';
import {
  detailsOf,
  type EmailOutcome,
  type SendFailure,
  type SendResult,
  toldOfSuppression,
} from '../../email/outcome.ts';
import { smtpSettings } from '../../email/smtp.ts';
import { canSendTo, type SmtpSettings } from '../../email/smtp-properties.ts';
import { byRoute, type Transport, transportOf } from '../../email/transport.ts';
import { emit } from '../../observability/events/emit.ts';
import { count } from '../../observability/metrics/count.ts';
import { tally } from '../../observability/metrics/tally.ts';
import { newRowId } from '../../platform/database/row-id.ts';
import { inOwnTransaction } from '../../platform/database/sql.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { log } from '../../platform/engine/log.ts';
import type { SendCause } from '../../platform/errors/catalogue/findings.ts';
import { fieldProblem, invalidFields, type Problem, problem } from '../../platform/errors/problem.ts';
import { baseUrl, checkFixedHostname } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { clientBranding } from '../../realm/branding/client-branding.ts';
import { checkLinkStep } from '../../realm/flow/check-step.ts';
import { hasLink } from '../../realm/flow/parse.ts';
import { applyRequestLocale } from '../../realm/language/selector.ts';
import { requestNetwork } from '../../realm/limits/count.ts';
import { SIGN_IN } from '../../realm/settings/table.ts';
import { shieldDetails } from '../../realm/shield/shield.ts';
import { reportSignUpRejected } from '../../realm/sign-up-rules/rules.ts';
import { claimsOf } from './claims.ts';
import { sendLinkEmail } from './email.ts';
import type { LinkRequest, LinkRow } from './link.ts';
import { networkKey } from './network.ts';
import { writtenCode } from './one-time-code.ts';
import { purposeOf } from './purpose.ts';
import { deleteLink, MAX_REQUEST_LENGTH, revokeLink } from './rows.ts';
import { type NewLink, type RowRequest, type StoredLink, storeLink, tallyIssued } from './store.ts';
import { tellRejected } from './tell-rejected.ts';
import { signLinkToken } from './token.ts';

/** Returns an identifier for a new link. */
export function newLinkId(): string {
  return newRowId();
}

/** As long as any other identifier. */
const ID_LENGTH = 36;

/** Returns the identifier of a link that is stored once for what a text names. */
export function linkIdFor(text: string): string {
  return sha256(text).slice(0, ID_LENGTH);
}

/** Sends the link. Returns null if it was sent, or if the requester must not learn that it wasn't; otherwise why it wasn't sent. */
export function sendLink(session: KeycloakSession, newLink: NewLink): Problem | null {
  const smtp = smtpSettings(session);
  const checked = checkNewLink(session, newLink, smtp);
  if ('problem' in checked) return checked.problem;
  applyRequestLocale(session, newLink.request.notes);
  const transport = transportOf(session, newLink.settings, smtp);
  if (isEmailBusy(transport)) {
    reportSendFailure(session, 'busy', 'email-queue-full');
    return sendFailureProblem('busy', 'email-queue-full');
  }
  const stored = storeLink(session, newLink, checked);
  if ('problem' in stored) return stored.problem;
  const { outcome, cause, details: way, isSuppressed } = deliverLink(session, newLink, stored, transport);
  if (outcome !== 'sent') return sendFailureProblem(outcome, cause);
  const { account, rejected } = stored;
  const blocked = blockedBy(account);
  const details = { ...way, ...shieldDetails(stored.judged) };
  if (blocked === null && isSuppressed) reportSuppressed(session, account, details);
  else if (blocked === null) reportSent(session, stored.row, details);
  else if (blocked === 'sign_up_rejected' && rejected !== undefined) {
    reportSignUpRejected(session, rejected.rule, rejected.way);
    tellRejected(session, newLink, rejected.rule, account);
  }
  // This link is never sent; its row lets the pages continue as for any other address.
  else emit(session, 'link_send_failed', { userId: account?.id ?? null, error: blocked, details });
  return null;
}

/**
 * Sends a link in place of one before, by one route, for an administrator, who learns why it wasn't sent. Whatever still held of the request, and
 * all other links of the same user and client, is superseded before anything is sent.
 */
export function sendAgain(
  session: KeycloakSession,
  newLink: NewLink & { readonly replaces: true },
  route: string,
): SendCause | Problem | null {
  const smtp = smtpSettings(session);
  const checked = checkNewLink(session, newLink, smtp);
  if ('problem' in checked) return checked.problem;
  applyRequestLocale(session, newLink.request.notes);
  const transport = byRoute(transportOf(session, newLink.settings, smtp), route);
  // Nothing has ended yet.
  if (isEmailBusy(transport)) return sendFailureProblem('busy', 'email-queue-full');
  const stored = storeLink(session, newLink, checked);
  if ('problem' in stored) return stored.problem;
  if (stored.account !== null && stored.account.blocked !== null) {
    // Its row is there, but no email.
    inOwnTransaction(session, (own) => revokeLink(own, stored.row.jti));
    return problem('link_not_resendable');
  }
  const { cause, details } = deliverLink(session, newLink, stored, transport);
  if (cause === null) reportSent(session, stored.row, details);
  return cause;
}

/** As of any other email that is withheld, its requester doesn't learn that. */
function reportSuppressed(
  session: KeycloakSession,
  account: KnownAccount | null,
  details: Record<string, string>,
): void {
  const userId = account?.id ?? null;
  emit(session, 'link_send_failed', { userId, error: 'address_suppressed', details });
}

function reportSent(
  session: KeycloakSession,
  { email, issuedAt, request }: LinkRow,
  details: Record<string, string>,
): void {
  if (request.invitation === undefined) countStage(session, 'sent', { to: email, sentAt: issuedAt });
  count(session, 'linkSent');
  emit(session, 'link_sent', { details });
}

/**
 * Sends the link of a line, which was issued and committed, in the background.
 *
 * @param compensate returns the line to waiting if the queue was busy, and else marks it failed; false if it has changed since
 */
export function sendIssued(
  session: KeycloakSession,
  newLink: NewLink,
  stored: StoredLink,
  compensate: (own: KeycloakSession, outcome: SendFailure) => boolean,
): EmailOutcome {
  const { client, request, settings } = newLink;
  session.getContext().setClient(client);
  applyRequestLocale(session, request.notes);
  tallyIssued(session, stored.row);
  const transport = transportOf(session, settings, smtpSettings(session));
  const { outcome, details, isSuppressed } = deliverLink(session, newLink, stored, transport, compensate);
  if (isSuppressed) reportSuppressed(session, stored.account, details);
  else if (outcome === 'sent') reportSent(session, stored.row, details);
  return outcome;
}

/** The URL of a link as it is stored, for its requester; null if its client no longer exists. */
export function urlOfStored(session: KeycloakSession, row: LinkRow): string | null {
  const client = requireRealm(session).getClientById(row.clientUuid);
  return client === null ? null : linkUrl(session, { client }, row);
}

/** Creates the link and returns it; no email is sent. */
export function createLinkForBackend(
  session: KeycloakSession,
  newLink: NewLink,
): { url: string } | { problem: Problem } {
  const stored = storeUnsent(session, newLink);
  return 'problem' in stored ? stored : { url: linkUrl(session, newLink, stored.row) };
}

/** Stores a link for which no email is sent. */
export function storeUnsent(
  session: KeycloakSession,
  newLink: NewLink,
): { row: LinkRow } | { problem: Problem } {
  const checked = checkNewLink(session, newLink);
  return 'problem' in checked ? checked : storeLink(session, newLink, checked);
}

function linkUrl(session: KeycloakSession, { client }: Pick<NewLink, 'client'>, row: LinkRow): string {
  const token = signLinkToken(session, claimsOf(row, client.getClientId()));
  return `${baseUrl(session)}/verify-email?token=${token}`;
}

/** Returns why the account of an address can't sign in; null if it can, or doesn't exist yet. */
function blockedBy(account: KnownAccount | null): KnownAccount['blocked'] {
  return account === null ? null : account.blocked;
}

/** Validates a request, apart from its address's account; returns it as the link's row stores it. */
export function checkNewLink(
  session: KeycloakSession,
  newLink: NewLink,
  smtp: SmtpSettings = smtpSettings(session),
): RowRequest | { problem: Problem } {
  const rejection = checkLinkStep(newLink.settings) ?? checkFixedHostname(session) ?? checkContents(newLink);
  if (rejection !== null) return { problem: rejection };
  if (!canSendTo(smtp, newLink.email))
    return { problem: invalidFields([fieldProblem('email', 'email_not_ascii')]) };
  const request = storedRequest(session, newLink);
  const json = JSON.stringify(request);
  const { length } = hasLink(newLink.settings) ? json : JSON.stringify({ ...request, code: 'longer' });
  return length > MAX_REQUEST_LENGTH ? { problem: problem('request_too_long') } : { request, json };
}

/** Only a page takes a code; without one, nothing in an email may sign in where it has no link. */
function checkContents({ request, settings, takesCode }: NewLink): Problem | null {
  if (hasLink(settings) || takesCode || request.returnGrant !== undefined) return null;
  return problem('email_without_link', { setting: SIGN_IN.emailContains.name });
}

/** The request as the link's row stores it. */
function storedRequest(session: KeycloakSession, { request, settings, jti }: NewLink): LinkRequest {
  return settings.bindIp ? { ...request, network: networkKey(session, jti) } : request;
}

function deliverLink(
  session: KeycloakSession,
  newLink: NewLink,
  { row, account, code, reserved }: StoredLink,
  transport: Transport,
  compensate: (own: KeycloakSession, outcome: SendFailure) => boolean = (own) => {
    deleteLink(own, row.jti);
    return true;
  },
): {
  outcome: EmailOutcome;
  cause: SendCause | null;
  details: Record<string, string>;
  isSuppressed: boolean;
} {
  const { client, crossDeviceKey, settings } = newLink;
  const isByBackend = row.request.byBackend === true;
  // Neither a backend's nor an administrator's is the user's.
  const network = isByBackend || newLink.replaces === true ? null : requestNetwork(session);
  let why: SendCause | null = null;
  let result: Pick<SendResult, 'way' | 'suppressed'> = {};
  const outcome = deliver(session, {
    reserved,
    transport,
    send: () => {
      const sent = sendLinkEmail(
        session,
        {
          to: row.email,
          accountLanguage: account === null ? null : account.language,
          client,
          // Of a stock realm, clients may have set these attributes themselves.
          branding: newLink.request.ofStep === undefined ? clientBranding(session, client) : {},
          purpose: purposeOf(session, newLink.request.ofStep),
          link: hasLink(settings) ? linkUrl(session, newLink, row) : null,
          code: code === null ? null : writtenCode(code.kind, code.text),
          crossDevice: crossDeviceKey !== null,
          lifetimeSeconds: settings.linkLifetimeSeconds,
          expiresAt: row.expiresAt,
          isByBackend: newLink.replaces === true || (row.request.ofStep !== undefined && isByBackend),
          ...(newLink.template === undefined ? {} : { custom: newLink.template }),
          about: { userId: account?.id ?? null, linkId: row.jti, network },
          withheld: blockedBy(account) !== null,
        },
        transport,
      );
      result = sent;
      return newLink.replaces === true ? toldOfSuppression(sent) : sent;
    },
    report: (failure, cause) => {
      why = cause;
      reportSendFailure(session, failure, cause, detailsOf(result));
      tally(session, 'links_expired', -1, row.expiresAt);
    },
    compensate,
    // If the email arrives nevertheless, its link says that it was revoked and offers a new one.
    revoke: (own) => revokeLink(own, row.jti),
  });
  return { outcome, cause: why, details: detailsOf(result), isSuppressed: result.suppressed === true };
}

/** Reports an unsent email and the reason in a meter, an event and the log. */
function reportSendFailure(
  session: KeycloakSession,
  outcome: SendFailure,
  cause: SendCause,
  details: Record<string, string> = {},
): void {
  count(session, 'emailFailed', outcome);
  emit(session, 'link_send_failed', {
    error: 'temporarily_unavailable',
    reason: outcome,
    details: { cause, ...details },
  });
  log.warn(`realm "${requireRealm(session).getName()}": a link email was not sent (${outcome})`);
}

/** The requester's error if no email was sent, or may not have been (`late`); the same whether or not the address has an account. */
function sendFailureProblem(outcome: SendFailure, cause: SendCause | null): Problem {
  if (cause === 'email-mailbox-full') return problem('mailbox_full');
  return problem(outcome === 'rejected' ? 'recipient_rejected' : 'email_not_sent');
}
