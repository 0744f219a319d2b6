/**
 * Accepts an invitation in a stock realm. The button creates no account by itself: it leads into the client's own flow with a link that is never
 * sent, whose step creates the account and accepts the invitation at once (`redeem.ts`). So the flow asks a new user for all that it requires.
 */
import type { KeycloakSession, Response } from 'keycloak';
import { type KnownAccount, lookUpAccount } from '../../accounts/account.ts';
import { lockOf } from '../../accounts/brute-force.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { rejectByPage } from '../../http/pages/reject-by-page.ts';
import { OWN_RESOURCES } from '../../http/response/formats.ts';
import { acceptInvitation } from '../../links/invitation/accept.ts';
import type { InvitationRow } from '../../links/invitation/invitation.ts';
import { findLinkToUse } from '../../links/magic-link/interrupted.ts';
import { intoFlow, landingRequest, OPENID_CONNECT } from '../../links/magic-link/into-flow.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { linkRejection } from '../../links/magic-link/rejection.ts';
import { requestNotes } from '../../links/magic-link/request-of-body.ts';
import { findLink } from '../../links/magic-link/rows.ts';
import { linkIdFor, storeUnsent } from '../../links/magic-link/send.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { entryOfClient } from '../../realm/flow/client-entry.ts';
import type { OwnStep } from '../../realm/flow/own-step.ts';
import { hasLink, type StepSettings } from '../../realm/flow/parse.ts';
import { continueLink, startAtStep } from '../../sign-in/step/continue-link.ts';
import { emailOf } from '../../sign-in/step/subject.ts';
import { needsOtherProof } from '../../sign-in/step/unverified.ts';
import { INVITATION_NOTE } from '../../sign-in/tabs/client-notes.ts';
import { otherUserThanOf } from '../../sign-in/tabs/link-session.ts';
import { sendOrdinaryLink } from './accept.ts';
import type { WithInvitation } from './find-invitation.ts';
import { rejectInvitation } from './reject.ts';
import { rejectUnusable } from './reject-unusable.ts';

/** The last step. */
export function acceptByStep(known: Opening & WithInvitation): Response {
  const { session, key, row, client } = known;
  const step = entryOfClient(session, client)?.step ?? null;
  if (step === null) return rejectInvitation(session, 'invalid', true);
  if (row.state === 'accepted') return continueAsNew(known, step);
  const { settings } = step;
  if (!hasLink(settings)) return continueByCode(known, step);
  // A forwarded email mustn't make a device remember the account.
  const rules = { ...settings, rememberDevice: false };
  const acceptance = { key, email: row.email, creates: false };
  const accepted = acceptInvitation(session, acceptance, rules, currentTime());
  if (accepted === null) return rejectInvitation(session, 'used');
  if (accepted === 'new') return continueAsNew(known, step);
  const account = recipientOf(session, row, settings);
  const request = requestInto(known, step);
  const withheld = account.blocked === null ? {} : { withheld: true as const };
  return sendOrdinaryLink(known, {
    request: { ...request, ofStep: { ...request.ofStep, ...withheld } },
    settings,
    account,
  });
}

/** Rejects an invitation that can no longer be accepted. One whose link was used by a node that ended then has made its account, and leads on. */
export function rejectOver(known: Opening & WithInvitation): Response | null {
  const { session, key, row, client } = known;
  const step = row.state === 'accepted' ? (entryOfClient(session, client)?.step ?? null) : null;
  const { found } = step === null ? { found: null } : storedLink(session, key, step);
  return found?.state === 'issued' && found.userId !== null ? null : rejectUnusable(known);
}

/** The request into the client's flow, which ends at the client's own page. */
function requestInto({ session, client, row }: Opening & WithInvitation, step: OwnStep) {
  const notes = requestNotes(session, client, {
    scope: 'openid',
    login_hint: row.email,
    ...(row.language === null ? {} : { ui_locales: row.language }),
  });
  return { ...intoFlow(landingRequest(notes), step.id, OPENID_CONNECT), byBackend: true as const };
}

/** Whom the ordinary link is for, under the rules of the step's own page; if it isn't sent, the response is the same. */
function recipientOf(
  session: KeycloakSession,
  { email }: InvitationRow,
  settings: StepSettings,
): KnownAccount {
  const account = lookUpAccount(session, email);
  const id = account?.id ?? null;
  const user = id === null ? null : session.users().getUserById(requireRealm(session), id);
  if (account === null || user === null || emailOf(user) === null)
    return { id, blocked: account?.blocked ?? 'user_not_found', language: account?.language ?? null };
  const reason = needsOtherProof(session, settings, user) ? 'email_not_verified' : null;
  return { ...account, blocked: account.blocked ?? lockOf(session, user) ?? reason };
}

/** Enters the flow, whose step asks for the code that accepts the invitation: until then nothing changes, whether or not the address has an account. */
function continueByCode(known: Opening & WithInvitation, step: OwnStep): Response {
  const { session, key, row, client } = known;
  const request = requestInto(known, step);
  const notes = { ...request.notes, [INVITATION_NOTE]: key };
  const entry = { row: { request: { ...request, notes } }, step: request.ofStep, client };
  return startAtStep(session, entry, otherUserThanOf(session, row.email));
}

/** Enters the flow with the invitation's link. */
function continueAsNew(known: Opening & WithInvitation, step: OwnStep): Response {
  const { session, client } = known;
  const stored = linkOf(known, step);
  if ('problem' in stored) return rejectByPage(session, stored.problem, OWN_RESOURCES.invitation);
  const { row } = stored;
  const ended = linkRejection(row, currentTime());
  if (ended !== null || row.request.ofStep === undefined)
    return rejectInvitation(session, ended === 'expired' ? ended : 'used');
  return continueLink(
    session,
    { row, step: row.request.ofStep, client },
    null,
    otherUserThanOf(session, row.email),
  );
}

/**
 * The link of an invitation and a step: however often the button is pressed there is one row, since no limit counts it. It lasts as long as the
 * invitation: nobody has its token, and only a tab of this page uses it.
 */
function linkOf(known: Opening & WithInvitation, step: OwnStep): { row: LinkRow } | { problem: Problem } {
  const { session, key, row, client } = known;
  const { jti, found } = storedLink(session, key, step);
  if (found !== null) return { row: found };
  const now = currentTime();
  const stored = storeUnsent(session, {
    client,
    email: row.email,
    request: { ...requestInto(known, step), invitation: key, requestKey: key },
    settings: {
      ...step.settings,
      signUp: 'open',
      linkLifetimeSeconds: Math.max(1, (row.endsAt ?? now) - now),
      bindIp: false,
    },
    jti,
    takesCode: false,
    crossDeviceKey: null,
    account: null,
    limitKeys: [],
    cause: { by: 'holder' },
  });
  const concurrent = 'problem' in stored ? findLink(session, jti) : null;
  return concurrent === null ? stored : { row: concurrent };
}

/** The identifier of that link, and its row if the button was pressed before. */
function storedLink(
  session: KeycloakSession,
  key: string,
  { id }: Pick<OwnStep, 'id'>,
): { jti: string; found: LinkRow | null } {
  let jti = linkIdFor(`invitation ${key} ${id}`);
  let found = findLinkToUse(session, jti);
  // An administrator who revokes links ends the tabs that wait for them; the invitation is revoked by itself.
  while (found?.state === 'revoked') {
    jti = linkIdFor(jti);
    found = findLinkToUse(session, jti);
  }
  return { jti, found };
}
