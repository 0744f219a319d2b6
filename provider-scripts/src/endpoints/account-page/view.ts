/** Shows a user's own page. */

import type { ClientScopeModel, KeycloakSession, Response, UserModel, UserSessionModel } from 'keycloak';
import { shownAddress } from '../../accounts/address/account-address.ts';
import { grantedBy } from '../../accounts/consents.ts';
import { deviceKey } from '../../accounts/device/cookie.ts';
import { type DeviceOfUser, listDeviceAccounts, listDevicesOfUser } from '../../accounts/device/rows.ts';
import { fullName } from '../../accounts/name.ts';
import { type ListedSession, listSessions } from '../../accounts/sessions.ts';
import { isBuiltIn } from '../../clients/client.ts';
import { stayDaysOf } from '../../clients/refresh-tokens-of.ts';
import { confirmKey } from '../../http/pages/confirm-key.ts';
import { page } from '../../http/pages/page.ts';
import { formField } from '../../http/request/form-field.ts';
import type { UserAgent } from '../../http/request/user-agent.ts';
import { isPending } from '../../links/address-change/change.ts';
import { changeOfUser } from '../../links/address-change/rows.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import { SECONDS_PER_DAY } from '../../platform/engine/time.ts';
import { shortAddress } from '../../platform/limits/addresses.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';
import { passkeyOffer } from '../../sign-in/passkey/offer.ts';
import { inRealm } from '../../sign-in/passkey/question.ts';
import { remainingPasskeysSignal } from '../../sign-in/passkey/signals.ts';
import { mayDeleteAccount } from './deletion.ts';
import { type Done, doneIn } from './done.ts';
import { FAILED_STATUSES, type Failed } from './failed.ts';
import { listPasskeys } from './passkeys.ts';
import { accountPageUrl, PROOF_PATH } from './sign-in.ts';
import { proofAgain, type SignedIn, wasProvenRecently } from './signed-in.ts';

const PAGE = 'linkgate-account.ftl';
/** The maximum number of entries in each of the page's lists. */
const MAX_LISTED = 100;

export function showAccount(of: SignedIn, failed: Failed | null = null): Response {
  const { session, live, user } = of;
  const now = currentTime();
  const devices = listDevicesOfUser(session, user.getId(), now, MAX_LISTED);
  const passkeys = listPasskeys(user);
  const done = failed === null ? doneIn(session) : null;
  const isProven = wasProvenRecently(of);
  const change = changeOfUser(session, user.getId());
  return page(session, PAGE, failed === null ? 200 : FAILED_STATUSES[failed], {
    action: inSameLanguage(session, accountPageUrl(session)),
    proofUrl: inSameLanguage(session, `${accountPageUrl(session)}/${PROOF_PATH}`),
    confirmKey: confirmKey(session),
    account: user.getId(),
    address: shownAddress(user) ?? user.getUsername() ?? '',
    fullName: fullName(user.getFirstName(), user.getLastName()),
    done,
    passkeySignal: done === 'passkey-removed' ? remainingPasskeysSignal(session, user) : null,
    failed,
    sessions: listSessions(session, user, MAX_LISTED).map((one) =>
      shownSession(session, one, devices, live, now),
    ),
    devices: shownDevices(session, user, devices, now),
    passkeys: passkeys.map(({ id, name, createdAt }) => ({
      id,
      ...(name === null ? {} : { name }),
      days: daysSince(createdAt, now),
    })),
    showsPasskeys: passkeys.length > 0 || passkeyOffer(inRealm(session), 'setting') === 'offered',
    newEmail: change !== null && isPending(change, now) ? change.newEmail : null,
    typedEmail: failed === null ? null : formField(session, 'email'),
    isProven,
    proofKind: isProven ? null : proofAgain(of),
    mayDelete: mayDeleteAccount(of),
    applications: grantedBy(session, user).map(({ client, scopes, grantedAt }) => ({
      id: client.getClientId(),
      name: clientName(session, client),
      days: daysSince(grantedAt, now),
      scopes: shownScopes(scopes),
      stayDays: stayDaysOf(client) ?? 0,
    })),
  });
}

/** Shows it in a browser in which nobody is signed in any more. */
export function showSignedOut(session: KeycloakSession, done: Done): Response {
  return page(session, PAGE, 200, {
    action: inSameLanguage(session, accountPageUrl(session)),
    done,
  });
}

function shownSession(
  session: KeycloakSession,
  { id, lastAccessAt, ipAddress, device, agent, clients }: ListedSession,
  devices: readonly DeviceOfUser[],
  live: UserSessionModel,
  now: number,
): JsonValue {
  const remembered = devices.find((one) => one.id === device);
  const names = clients
    // Nobody knows Keycloak's own clients, this page's among them, as applications.
    .filter((client) => !isBuiltIn(client.getClientId()))
    .map((client) => clientName(session, client));
  return {
    id,
    ...namesOf(remembered ?? agent),
    ipAddress: shortAddress(ipAddress),
    isHere: id === live.getId(),
    days: daysSince(lastAccessAt, now),
    applications: names,
  };
}

/** The devices, of which this browser may be one. */
function shownDevices(
  session: KeycloakSession,
  user: UserModel,
  devices: readonly DeviceOfUser[],
  now: number,
): JsonValue[] {
  const key = deviceKey(session, now);
  const onThis = key === null ? [] : listDeviceAccounts(session, key, now);
  const here = onThis.find(({ userId }) => userId === user.getId())?.id;
  return devices.map((device) => ({
    id: device.id,
    ...namesOf(device),
    isHere: device.id === here,
    days: daysSince(device.lastUsedAt, now),
  }));
}

/** What a consent page has said about them, by the scopes' names; the name stands in for a text that the realm doesn't have. */
function shownScopes(scopes: readonly ClientScopeModel[]): JsonValue[] {
  return scopes
    .filter((scope) => scope.isDisplayOnConsentScreen())
    .map((scope) => ({ name: scope.getName(), text: scope.getConsentScreenText() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function namesOf({ browser, system }: UserAgent): { [name: string]: JsonValue } {
  return { ...(browser === null ? {} : { browser }), ...(system === null ? {} : { system }) };
}

/** Whole days: they are the same in every time zone. */
function daysSince(at: number, now: number): number {
  return Math.max(0, Math.floor((now - at) / SECONDS_PER_DAY));
}
