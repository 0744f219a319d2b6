/**
 * How a list's links are sent, one by one. Each is judged as it is when a backend requests one link, by the requester's rights of that moment: a
 * list doesn't outlive what it came from.
 */

import type { KeycloakSession } from 'keycloak';
import { hasAdminRole } from '../../../accounts/admin-roles.ts';
import { notBefore } from '../../../accounts/not-before.ts';
import { isSecondRevokedBy } from '../../../accounts/revoked-by.ts';
import { reserveAndStore } from '../../../email/delivery/deliver.ts';
import type { BatchKind, NextLine } from '../../../links/batch/runner.ts';
import type { BatchRequest, SharedRequest } from '../../../links/magic-link/batch/batch.ts';
import {
  findBatchRequest,
  issueLine,
  lockFirstLine,
  unsendLine,
} from '../../../links/magic-link/batch/rows.ts';
import type { LineFailure, LineUser, LinkRow } from '../../../links/magic-link/link.ts';
import { hasLongLinksRole } from '../../../links/magic-link/requester.ts';
import { grantedPermissions } from '../../../links/magic-link/return-grant.ts';
import { revokeLink } from '../../../links/magic-link/rows.ts';
import { checkNewLink, sendIssued } from '../../../links/magic-link/send.ts';
import type { NewLink, StoredLink } from '../../../links/magic-link/store.ts';
import { currentTime } from '../../../platform/engine/clock.ts';
import { requireRealm } from '../../../platform/keycloak/realm.ts';
import { listedLinkLimits } from '../../../realm/limits/count.ts';
import { allowsBackendLinks, isLinkgateRealm } from '../../../realm/settings/enabled.ts';
import { isLong, newStepLink, unknownActions, unknownTemplate } from './step.ts';
import { findGiven, maySendLink, recipientProblem } from './step-account.ts';
import type { StepLinkRequest } from './step-body.ts';
import { targetOf } from './step-target.ts';

/** A line whose link was issued, and how it was before. */
interface ClaimedLine {
  line: LinkRow;
  link: Omit<NewLink, 'client'>;
  stored: StoredLink;
}

/** The link of a line, or why it gets none. */
type Judged = { link: NewLink } | { failure: LineFailure | 'revoked' };

export const LINK_BATCHES: BatchKind<ClaimedLine> = {
  name: 'link',
  plural: 'links',

  isAllowed(own) {
    const realm = requireRealm(own);
    return allowsBackendLinks(realm) && !isLinkgateRealm(realm);
  },

  claimNext(own, { id }, now) {
    const line = lockFirstLine(own, id, now);
    if (line === null) return 'none';
    if (line === 'taken') return 'skipped';
    const request = findBatchRequest(own, id);
    const judged = request === null ? { failure: 'request' as const } : judge(own, line, request);
    return 'link' in judged ? issue(own, line, judged.link, now) : end(own, line, judged.failure, now);
  },

  deliver(session, { line, link, stored }) {
    const client = requireRealm(session).getClientById(line.clientUuid);
    // Its rows are gone with it.
    if (client === null) return 'failed';
    return sendIssued(session, { ...link, client }, stored, (own, outcome) =>
      unsendLine(own, line, outcome === 'busy' ? null : 'email', currentTime()),
    );
  },
};

/** A line as the request for one link. */
export function requestOfLine(
  { template, parameters, ...shared }: SharedRequest,
  { user, values, locales }: LineUser,
): StepLinkRequest {
  return {
    ...shared,
    parameters: locales === null ? parameters : { ...parameters, ui_locales: locales },
    user,
    delivery: 'email',
    template: template === null ? null : { name: template, values },
  };
}

function judge(own: KeycloakSession, row: LinkRow, { shared, grant }: BatchRequest): Judged {
  const { line } = row.request;
  if (line === undefined) return { failure: 'request' };
  const given = requestOfLine(shared, line);
  const found = findGiven(own, given.user);
  const { account, email } = found;
  const auth = grantedPermissions(own, grant);
  if (auth === null || !maySendLink(own, auth, account)) return { failure: 'rights' };
  if (isLong(shared) && !hasLongLinksRole(own, auth)) return { failure: 'rights' };
  // The user who was checked; an address that had no account may have got one.
  if (email !== row.email || (row.userId !== null && account?.getId() !== row.userId))
    return { failure: 'account' };
  if (isLong(shared) && account !== null && hasAdminRole(own, account)) return { failure: 'account' };
  const target = targetOf(own, given, account);
  if ('details' in target || target.client.getId() !== row.clientUuid) return { failure: 'client' };
  if (isSecondRevokedBy(notBefore(own, target.client, account), row.issuedAt)) return { failure: 'revoked' };
  if (recipientProblem(own, found, given, target.step.settings) !== null) return { failure: 'account' };
  const wrong = unknownActions(own, shared.requiredActions) ?? unknownTemplate(own, shared.template);
  return wrong === null
    ? {
        link: {
          ...newStepLink(own, given, found, target, null),
          jti: row.jti,
          limitKeys: listedLinkLimits(own, email),
        },
      }
    : { failure: 'request' };
}

/** Issues the link of a line under its limits. That of the realm delays the whole list; that of an address, which anybody may use up, only ends its line. */
function issue(own: KeycloakSession, line: LinkRow, newLink: NewLink, now: number): NextLine<ClaimedLine> {
  const checked = checkNewLink(own, newLink);
  if ('problem' in checked) return end(own, line, 'request', now);
  const { client: _, ...link } = newLink;
  const account = newLink.account ?? null;
  const row: LinkRow = {
    ...line,
    state: 'issued',
    userId: account === null ? null : account.id,
    issuedAt: now,
    expiresAt: now + newLink.settings.linkLifetimeSeconds,
    request: checked.request,
  };
  const reserved = reserveAndStore(own, newLink.limitKeys ?? [], () => issueLine(own, row, checked.json));
  if (reserved.granted) return { claimed: { line, link, stored: { row, account, code: null, reserved } } };
  const waits = reserved.statuses.filter(({ granted, byEmail }) => !granted && byEmail !== true);
  if (waits.length === 0) return end(own, line, 'limit', now);
  return { waitSeconds: waits.reduce((max, { resetSeconds }) => Math.max(max, resetSeconds), 1) };
}

function end(
  own: KeycloakSession,
  line: LinkRow,
  failure: LineFailure | 'revoked',
  now: number,
): NextLine<ClaimedLine> {
  if (failure === 'revoked') revokeLink(own, line.jti);
  else unsendLine(own, line, failure, now);
  return 'skipped';
}
