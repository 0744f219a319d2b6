/**
 * Tells an account of a completed sign-in on a device that didn't remember it. The sign-in neither waits for the email nor fails with it: a
 * background thread sends it, after the sign-in is committed.
 */

import type { KeycloakSession } from 'keycloak';
import { addressOf, shownAddress } from '../../accounts/address/account-address.ts';
import { noticeCovering, SAME_DEVICE_SECONDS } from '../../accounts/device/new-device.ts';
import { listNoticed, returnNotice, takeDueNotice } from '../../accounts/device/rows.ts';
import { deliver, type Reserved } from '../../email/delivery/deliver.ts';
import { transportOf } from '../../email/transport.ts';
import { browserOf } from '../../http/request/browser.ts';
import { emitFrom } from '../../observability/events/emit.ts';
import { countWithoutStatistic } from '../../observability/metrics/count.ts';
import { inBackground } from '../../platform/database/background.ts';
import { newRowId } from '../../platform/database/row-id.ts';
import { inOwnTransaction, inRetriedTransaction } from '../../platform/database/sql.ts';
import { sha256 } from '../../platform/engine/bytes.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { log } from '../../platform/engine/log.ts';
import { baseUrl, checkFixedHostname } from '../../platform/keycloak/base-url.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { callerKey } from '../../platform/limits/addresses.ts';
import { readSettings } from '../../realm/flow/read.ts';
import { accountLanguage, tagForTimes } from '../../realm/language/selector.ts';
import { callerAddress, limitKeyOf } from '../../realm/limits/count.ts';
import { releaseWithin, reserveWithin } from '../../realm/limits/rows.ts';
import { hasNewDeviceNoticesOn } from '../../realm/settings/new-device-policy.ts';
import { NOTES } from '../tabs/notes.ts';
import { type NoticeFacts, sendNoticeEmail } from './email.ts';
import { deleteNotice, type NoticeClaims, storeNotice } from './rows.ts';
import { NOTICE_LIFETIME_SECONDS, newNoticeToken, noticeKey } from './token.ts';

const Deliveries = Java.type('org.linkgate.host.Deliveries');

/** A notice that may be sent. */
interface Notice extends NoticeFacts {
  claims: NoticeClaims;
  clientUuid: string;
  /** What the database has of the link's token. */
  key: string;
  /** The network that the sign-in came from, hashed. */
  network: string;
}

/** Called when a response is final: has the notice of a sign-in that it completes sent once it is committed, if one is due. */
export function noticeNewDevice(session: KeycloakSession): void {
  const context = session.getContext();
  // Well-known documents of the server have none.
  const realm = context.getRealm();
  // Without these no statement is executed.
  if (realm === null || !hasNewDeviceNoticesOn(realm)) return;
  const live = context.getUserSession();
  const device = live === null ? null : live.getNote(NOTES.newDevice.name);
  const client = context.getClient();
  if (live === null || device === null || client === null) return;
  live.removeNote(NOTES.newDevice.name);
  const user = live.getUser();
  if (user === null || checkFixedHostname(session) !== null) return;
  const at = currentTime();
  const address = callerAddress(session);
  const language = accountLanguage(session, realm, user);
  const claims = { jti: newRowId(), sub: user.getId(), device, sid: live.getId() };
  const token = newNoticeToken();
  const notice: Notice = {
    claims,
    key: noticeKey(token),
    clientUuid: client.getId(),
    language,
    tagForTimes: tagForTimes(session, language),
    agent: browserOf(session),
    at,
    address,
    network: sha256(`${realm.getId()} ${callerKey(address)}`),
    link: `${baseUrl(session)}/new-device?token=${token}&ui_locales=${language}`,
  };
  const factory = session.getKeycloakSessionFactory();
  const realmId = realm.getId();
  Deliveries.afterCommit(session, () =>
    inBackground(factory, 'a notice of a new device', (later) => sendLater(later, realmId, notice)),
  );
}

function sendLater(session: KeycloakSession, realmId: string, notice: Notice): void {
  inOwnTransaction(session, (realmSession) => {
    const realm = realmSession.realms().getRealm(realmId);
    if (realm === null) return;
    realmSession.getContext().setRealm(realm);
    send(realmSession, notice);
  });
}

/** Sends it at most once. One that certainly wasn't sent is due again at the device's next sign-in. */
function send(session: KeycloakSession, notice: Notice): void {
  const { claims, address } = notice;
  const { sub: userId, jti } = claims;
  const realm = requireRealm(session);
  const client = realm.getClientById(notice.clientUuid);
  const user = session.users().getUserById(realm, userId);
  const to = user === null ? null : shownAddress(user);
  if (client === null || user === null || to === null) return;
  session.getContext().setClient(client);
  const reserved = inRetriedTransaction(session, (own) => claim(own, notice, addressOf(user) ?? to));
  if (reserved === null) return;
  const transport = transportOf(session, readSettings(session, client));
  const outcome = deliver(session, {
    reserved,
    transport,
    send: () => sendNoticeEmail(session, client, { to, userId }, notice, transport),
    report: (unsent) => {
      countWithoutStatistic('newDevice', unsent);
      log.warn(`realm "${realm.getName()}": the notice of a new device was not sent (${unsent})`);
    },
    compensate: (own) => {
      deleteNotice(own, jti);
      return returnNotice(own, userId, jti);
    },
  });
  if (outcome !== 'sent') return;
  countWithoutStatistic('newDevice', 'sent');
  emitFrom(session, address, 'new_device_notified', { userId, details: { device: claims.device } });
}

/**
 * Takes the device's notice and counts it, in a retried transaction. Notices of one account are taken one after the other: they lock its count.
 *
 * @returns null if there is none to send: another sign-in on the device has taken it, one that was just sent covers the device, or too many were
 *   sent to the account
 */
function claim(own: KeycloakSession, notice: Notice, email: string): Reserved | null {
  const { claims, key, agent, at, network } = notice;
  const { jti, sub: userId, device } = claims;
  const reservation = reserveWithin(own, [limitKeyOf(own, 'new-device', email)]);
  const sent = listNoticed(own, userId, network, at - SAME_DEVICE_SECONDS);
  const covering = noticeCovering(sent, agent);
  const takes = covering !== null || reservation.granted;
  const isTaken = takes && takeDueNotice(own, userId, device, { notice: covering ?? jti, network });
  if (isTaken && covering === null) {
    storeNotice(own, claims, key, at + NOTICE_LIFETIME_SECONDS);
    return reservation;
  }
  if (reservation.granted) releaseWithin(own, reservation.limitKeys, reservation.at);
  return null;
}
