/** The pages of cross-device sign-in: where to sign in, the comparison code, the outcome, and *sign that device out*. */
import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { shownName } from '../../accounts/address/account-address.ts';
import { confirmKey, isConfirmed } from '../../http/pages/confirm-key.ts';
import type { Opening } from '../../http/pages/opening-steps.ts';
import { page } from '../../http/pages/page.ts';
import { wantsPage } from '../../http/pages/reject-by-page.ts';
import { formField } from '../../http/request/form-field.ts';
import type { LinkRow } from '../../links/magic-link/link.ts';
import { findLink } from '../../links/magic-link/rows.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { waitOf } from '../../realm/language/durations.ts';
import { requestNetwork } from '../../realm/limits/count.ts';
import { canOfferCrossDevice, isFromRequestingBrowser } from '../../sign-in/cross-device/offer.ts';
import { recordOpened } from '../../sign-in/cross-device/opened.ts';
import { phaseOf } from '../../sign-in/cross-device/phase.ts';
import { revokeCrossDevice } from '../../sign-in/cross-device/revoke.ts';
import {
  type TriedComparisonCode,
  tryComparisonCode,
} from '../../sign-in/cross-device/try-comparison-code.ts';
import {
  COMPARISON_CODE_LENGTH,
  readComparisonCode,
} from '../../sign-in/cross-device/typed-comparison-code.ts';
import { formActionOf } from './form-action.ts';
import type { FoundLink, WithLink, WithOtherUser, WithSettings } from './known.ts';

const PAGE = 'linkgate-cross-device.ftl';
const COMPARISON_CODE_FIELD = 'comparison_code';
const REVOKE_FIELD = 'revoke';

/** `choice` prompts; the other states show the outcome. */
type State = 'choice' | 'wrong' | 'paused' | 'over' | 'approved' | 'revoked' | 'late';

/** A link that was opened, of either kind of realm. */
type OpenedLink = Opening & Pick<WithLink, 'token' | 'link'>;

/** Shows the page of an approved link, unless it is opened in the requesting browser. */
export function showApproved({ session, link, token }: OpenedLink): Response | null {
  const { row } = link;
  const now = currentTime();
  if (row.crossDevice === null) return null;
  const revokes = formField(session, REVOKE_FIELD) !== null;
  if (revokes && isConfirmed(session))
    return show(session, link, token, revokeCrossDevice(session, row, now) ? 'revoked' : 'late');
  if (!isApproved(row, now)) return revokes ? show(session, link, token, 'late') : null;
  return revokes || (wantsPage(session) && !isFromRequestingBrowser(session, row))
    ? show(session, link, token, 'approved')
    : null;
}

/** Whether a link was approved, and can be claimed or revoked. */
function isApproved({ crossDevice }: LinkRow, now: number): boolean {
  const phase = phaseOf(crossDevice, now);
  return phase === 'approved' || phase === 'claimed';
}

/**
 * Prompts for where to sign in, and accepts a comparison code, unless the user has chosen to sign in here: `here` is false where that isn't
 * possible.
 */
export function offerCrossDevice({
  session,
  link,
  token,
  settings,
  otherUser,
  here = true,
}: OpenedLink & WithSettings & WithOtherUser & { here?: boolean }): Response | null {
  const { row } = link;
  const choice = { otherUser, here };
  const { crossDevice } = row;
  const typed = formField(session, COMPARISON_CODE_FIELD);
  if (crossDevice === null || (typed === null && (isConfirmed(session) || !wantsPage(session)))) return null;
  const now = currentTime();
  if (!canOfferCrossDevice(session, row, settings, now))
    return typed === null || !here ? null : show(session, link, token, 'over', choice);
  if (typed === null || !isConfirmed(session)) {
    recordOpened(session, row, now);
    return show(session, link, token, 'choice', choice);
  }
  const comparisonCode = readComparisonCode(typed);
  if (comparisonCode === null) return show(session, link, token, 'choice', choice, typed);
  const tried = tryComparisonCode(session, row, crossDevice, comparisonCode, now);
  const state = stateAfter(session, row, tried);
  // Their page says to sign in here.
  if (!here && (state === 'paused' || state === 'over')) return null;
  return show(session, link, token, state, choice);
}

/** Resolves a late attempt, which may have had the same code as the first one. */
function stateAfter(session: KeycloakSession, { jti }: LinkRow, tried: TriedComparisonCode): State {
  if (tried === 'limited') return 'paused';
  if (tried !== 'late') return tried;
  const row = findLink(session, jti);
  return row !== null && isApproved(row, currentTime()) ? 'approved' : 'over';
}

/** How the link may be used in this browser, and who else is signed in there. */
interface Choice {
  otherUser: UserModel | null;
  here: boolean;
}

function show(
  session: KeycloakSession,
  { row, client }: FoundLink,
  token: string,
  state: State,
  { otherUser, here }: Choice = { otherUser: null, here: true },
  typedCode: string | null = null,
): Response {
  return page(session, PAGE, 200, {
    state,
    typedCode,
    action: formActionOf(session, row, token),
    token,
    confirmKey: confirmKey(session, otherUser),
    email: row.email,
    liveEmail: otherUser === null ? null : shownName(otherUser),
    ...(here ? {} : { onlyThere: true }),
    clientName: clientName(session, client),
    comparisonCodeLength: COMPARISON_CODE_LENGTH,
    ...requesterIn(session, row),
  });
}

/** The requester, as the page describes it. */
function requesterIn(
  session: KeycloakSession,
  { request: { requester }, issuedAt }: LinkRow,
): Record<string, JsonValue> {
  if (requester === undefined) return {};
  return {
    browser: requester.browser,
    system: requester.system,
    network: requester.network,
    otherNetwork: requester.network !== requestNetwork(session),
    age: waitOf(Math.max(0, currentTime() - issuedAt)),
  };
}
