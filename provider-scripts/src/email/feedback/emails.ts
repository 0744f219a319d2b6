/** The emails of which routes report the fate of them, in the database: for some days, without address or content. */
import type { KeycloakSession } from 'keycloak';
import { numberOrNull, textOrNull } from '../../platform/database/cells.ts';
import { deleterOfAccount } from '../../platform/database/delete-rows.ts';
import { newRowId } from '../../platform/database/row-id.ts';
import { type Cell, execute, insert, select } from '../../platform/database/sql.ts';
import { MILLIS_PER_SECOND } from '../../platform/engine/time.ts';
import { realmIdOf } from '../../platform/keycloak/realm.ts';
import type { EmailState, Objection } from './event.ts';
import { type EmailTexts, textsOf } from './row.ts';
import type { Known } from './state.ts';

/** What an email is about, for who looks up its fate. */
export interface About {
  readonly userId: EmailTexts['userId'];
  readonly linkId: EmailTexts['linkId'];
  /** Left out if nobody's browser requested it. */
  readonly network?: EmailTexts['network'];
}

/** An email that isn't about an account. */
export const NOBODYS: About = { userId: null, linkId: null };

/** An email that a route has accepted, or that was not to be sent. */
export interface SentEmail extends EmailTexts {
  /** When sending began, and how long it took, in milliseconds. */
  readonly sentAt: number;
  readonly millis: number;
}

/** Stores an email for some seconds. One that nobody may know of (none of them) costs as much, and is deleted at the next occasion. */
export function storeEmail(session: KeycloakSession, email: SentEmail, seconds: number): void {
  const endedAt = Math.floor((email.sentAt + email.millis) / MILLIS_PER_SECOND);
  insert(session, 'LINKGATE_EMAIL', {
    ID: newRowId(),
    REALM_ID: realmIdOf(session),
    ...textsOf(email),
    STATE_AT: email.sentAt + email.millis,
    SENT_AT: email.sentAt,
    MILLIS: email.millis,
    EXPIRES_AT: seconds > 0 ? endedAt + seconds : 0,
  });
}

const COLUMNS = 'ID, EMAIL_KEY, USER_ID, STATE, OBJECTION, STATE_AT, WORDS, SENT_AT, LINK_ID';

/** An email that is reported on. */
export interface ReportedEmail {
  readonly id: string;
  readonly addressKey: string;
  readonly userId: string | null;
  readonly known: Known;
  readonly sentAt: number;
  readonly linkId: string | null;
}

/** The email of a route by its ID at the service, locked until the transaction ends; null if there is none. */
export function lockEmail(session: KeycloakSession, route: string, serviceId: string): ReportedEmail | null {
  const sql = `SELECT ${COLUMNS} FROM LINKGATE_EMAIL WHERE REALM_ID = ?1 AND SERVICE_ID = ?2 AND ROUTE = ?3 FETCH FIRST 1 ROWS ONLY FOR UPDATE`;
  const [cells] = select(session, sql, [realmIdOf(session), serviceId, route]);
  return cells === undefined ? null : emailOf(cells);
}

function emailOf(cells: { readonly [index: number]: Cell }): ReportedEmail {
  return {
    id: String(cells[0]),
    addressKey: String(cells[1]),
    userId: textOrNull(cells[2]),
    known: {
      state: String(cells[3]) as EmailState,
      objection: textOrNull(cells[4]) as Objection | null,
      at: Number(cells[5]),
      words: textOrNull(cells[6]) ?? '',
    },
    sentAt: Number(cells[7]),
    linkId: textOrNull(cells[8]),
  };
}

/** Stores what is known of a locked email. */
export function storeKnown(
  session: KeycloakSession,
  id: string,
  { state, objection, at, words }: Known,
): void {
  const sql =
    "UPDATE LINKGATE_EMAIL SET STATE = ?1, OBJECTION = NULLIF(?2, ''), STATE_AT = ?3, WORDS = NULLIF(?4, '') WHERE ID = ?5";
  execute(session, sql, [state, objection ?? '', at, words, id]);
}

/** How many emails to an address, sent after an instant, have bounced softly since another one (Unix milliseconds). */
export function softBounces(
  session: KeycloakSession,
  key: string,
  { sentAfter, since }: { sentAfter: number; since: number },
): number {
  const sql =
    "SELECT REALM_ID, COUNT(*) FROM LINKGATE_EMAIL WHERE REALM_ID = ?1 AND EMAIL_KEY = ?2 AND SENT_AT > ?3 AND STATE_AT >= ?4 AND STATE = 'bounced' AND OBJECTION = 'soft' GROUP BY REALM_ID";
  const [cells] = select(session, sql, [realmIdOf(session), key, sentAfter, since]);
  return cells === undefined ? 0 : Number(cells[1]);
}

/** An email as administrators see it. */
export interface ShownEmail extends Omit<SentEmail, 'addressKey'> {
  readonly id: string;
  readonly stateAt: number;
  readonly words: string | null;
  /** Of its link, in Unix milliseconds; null for what has not happened. */
  readonly scannedAt: number | null;
  readonly openedAt: number | null;
  readonly usedAt: number | null;
  readonly rejection: string | null;
  readonly rejectedAt: number | null;
  /** The state in which its link ended; null for one that has not, or only expired. */
  readonly linkState: string | null;
}

/** What the row of an email's link says, as long as there is one. */
function ofLink(value: string, condition = ''): string {
  return `(SELECT ${value} FROM LINKGATE_LINK L WHERE L.JTI = LINK_ID${condition})`;
}

/** What has become of an email's link: as its own row has it, or else, as what came before that was stored, the row of the link. */
const BY_LINK = {
  SCANNED_AT: ofLink('L.SCANNED_AT'),
  OPENED_AT: ofLink('L.OPENED_AT'),
  USED_AT: ofLink('L.USED_AT * 1000', " AND L.STATE = 'used' AND L.USED_AT * 1000 <= SENT_AT + MILLIS"),
  REJECTION: ofLink('L.REJECTION'),
  REJECTED_AT: ofLink('L.REJECTED_AT * 1000'),
  LINK_STATE: ofLink('L.STATE', " AND L.STATE <> 'issued'"),
};

/** Keeps what has become of links whose rows go. */
export function keepEndings(session: KeycloakSession, realmId: string, linkIds: readonly string[]): void {
  const placeholders = linkIds.map((_, index) => `?${index + 2}`).join(', ');
  const kept = Object.entries(BY_LINK)
    .map(([column, value]) => `${column} = COALESCE(${column}, ${value})`)
    .join(', ');
  execute(session, `UPDATE LINKGATE_EMAIL SET ${kept} WHERE REALM_ID = ?1 AND LINK_ID IN (${placeholders})`, [
    realmId,
    ...linkIds,
  ]);
}

/** The latest emails to an address, sent after an instant (Unix milliseconds). */
export function emailsTo(session: KeycloakSession, key: string, after: number, max: number): ShownEmail[] {
  const ended = Object.entries(BY_LINK)
    .map(([column, value]) => `COALESCE(${column}, ${value})`)
    .join(', ');
  const sql = `SELECT ID, KIND, LINK_ID, USER_ID, ROUTE, SERVICE_ID, STATE, STATE_AT, WORDS, SENT_AT, MILLIS, CLIENT_UUID, NETWORK, ${ended} FROM LINKGATE_EMAIL WHERE REALM_ID = ?1 AND EMAIL_KEY = ?2 AND SENT_AT > ?3 AND EXPIRES_AT > 0 ORDER BY SENT_AT DESC FETCH FIRST ?4 ROWS ONLY`;
  return select(session, sql, [realmIdOf(session), key, after, max]).map((cells) => ({
    id: String(cells[0]),
    kind: String(cells[1]),
    linkId: textOrNull(cells[2]),
    userId: textOrNull(cells[3]),
    route: textOrNull(cells[4]),
    serviceId: textOrNull(cells[5]),
    state: String(cells[6]) as EmailState,
    stateAt: Number(cells[7]),
    words: textOrNull(cells[8]),
    sentAt: Number(cells[9]),
    millis: Number(cells[10]),
    clientUuid: textOrNull(cells[11]),
    network: textOrNull(cells[12]),
    scannedAt: numberOrNull(cells[13]),
    openedAt: numberOrNull(cells[14]),
    usedAt: numberOrNull(cells[15]),
    rejection: textOrNull(cells[16]),
    rejectedAt: numberOrNull(cells[17]),
    linkState: textOrNull(cells[18]),
  }));
}

/** Deletes what is stored of emails of an account, or to its address; false if some are left. */
export const deleteEmailsOf = deleterOfAccount('LINKGATE_EMAIL', 'ID');
