/** The pages of a link that can be handed over: where to sign in, the digits for that, what came of it, and *that wasn't me*. */
import type { KeycloakSession, Response, UserModel } from 'keycloak';
import { clientName } from '../../branding/client-brand.ts';
import type { JsonValue } from '../../engine/json-value.ts';
import { canHandOver, isWhereAsked } from '../../hand-off/offer.ts';
import { phaseOf } from '../../hand-off/phase.ts';
import { networkOf } from '../../hand-off/requester.ts';
import { type TriedDigits, tryDigits } from '../../hand-off/try-digits.ts';
import { HAND_OFF_DIGITS, readTyped } from '../../hand-off/typed-digits.ts';
import { undo } from '../../hand-off/undo.ts';
import { baseUrl } from '../../keycloak/base-url.ts';
import { requireRealm } from '../../keycloak/realm.ts';
import { minutesOf } from '../../language/minutes.ts';
import type { LinkRow } from '../../magic-link/link.ts';
import { findLink } from '../../magic-link/rows.ts';
import { confirmKey, isConfirmed } from '../../pages/confirm-key.ts';
import type { Opening } from '../../pages/opening-steps.ts';
import { page } from '../../pages/page.ts';
import { wantsPage } from '../../pages/refuse-by-page.ts';
import { formField } from '../../request/form-field.ts';
import type { FoundLink, WithLink, WithOtherUser, WithSettings } from './known.ts';
import { nameOf } from './other-user.ts';

const Time = Java.type('org.keycloak.common.util.Time');

const PAGE = 'linkgate-hand-off.ftl';
const DIGITS_FIELD = 'digits';
const UNDO_FIELD = 'undo';

/** `choice` asks; the others say what came of it. */
type State = 'choice' | 'wrong' | 'paused' | 'over' | 'handed' | 'undone' | 'late';

/** Shows the page of a link that was handed over, wherever it is opened but in the requesting browser. */
export function showHandedOver({ session, link, token }: Opening & WithLink): Response | null {
  const { row } = link;
  const now = Time.currentTime();
  if (row.handOff === null) return null;
  const undoes = formField(session, UNDO_FIELD) !== null;
  if (undoes && isConfirmed(session))
    return show(session, link, token, undo(session, row, now) ? 'undone' : 'late');
  if (!isHandedOver(row, now)) return undoes ? show(session, link, token, 'late') : null;
  return undoes || (wantsPage(session) && !isWhereAsked(session, row))
    ? show(session, link, token, 'handed')
    : null;
}

/** Whether a link was handed over, and can be continued or taken back. */
function isHandedOver({ handOff }: LinkRow, now: number): boolean {
  const phase = phaseOf(handOff, now);
  return phase === 'handed' || phase === 'claimed';
}

/** Asks where to sign in, and takes digits, unless the user has chosen to sign in here. */
export function offerHandOff({
  session,
  link,
  token,
  settings,
  otherUser,
}: Opening & WithLink & WithSettings & WithOtherUser): Response | null {
  const { row } = link;
  const { handOff } = row;
  const typed = formField(session, DIGITS_FIELD);
  if (handOff === null || (typed === null && (isConfirmed(session) || !wantsPage(session)))) return null;
  const now = Time.currentTime();
  if (!canHandOver(session, row, settings, now))
    return typed === null ? null : show(session, link, token, 'over', otherUser);
  if (typed === null || !isConfirmed(session)) return show(session, link, token, 'choice', otherUser);
  const digits = readTyped(typed);
  if (digits === null)
    return show(session, link, token, 'choice', otherUser, typed.trim() === '' ? 'empty' : 'malformed');
  const tried = tryDigits(session, row, handOff, digits, now);
  return show(session, link, token, stateAfter(session, row, tried), otherUser);
}

/** Whoever was too late may have typed the same digits as whoever was first. */
function stateAfter(session: KeycloakSession, { jti }: LinkRow, tried: TriedDigits): State {
  if (tried === 'limited') return 'paused';
  if (tried !== 'late') return tried;
  const row = findLink(session, requireRealm(session).getId(), jti);
  return row !== null && isHandedOver(row, Time.currentTime()) ? 'handed' : 'over';
}

function show(
  session: KeycloakSession,
  { row, client }: FoundLink,
  token: string,
  state: State,
  otherUser: UserModel | null = null,
  mistake: 'empty' | 'malformed' | null = null,
): Response {
  return page(session, PAGE, 200, {
    state,
    mistake,
    action: `${baseUrl(session)}/verify-email`,
    token,
    confirmKey: confirmKey(session),
    email: row.email,
    liveEmail: otherUser === null ? null : nameOf(otherUser),
    clientName: clientName(session, client),
    digitCount: HAND_OFF_DIGITS,
    ...askerIn(session, row),
  });
}

/** The requester, as the page describes it. */
function askerIn(
  session: KeycloakSession,
  { request: { asker }, issuedAt }: LinkRow,
): Record<string, JsonValue> {
  if (asker === undefined) return {};
  return {
    browser: asker.browser,
    system: asker.system,
    network: asker.network,
    otherNetwork: asker.network !== networkOf(session),
    minutes: minutesOf(Math.max(0, Time.currentTime() - issuedAt)),
  };
}
