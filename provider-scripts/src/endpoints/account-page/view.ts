/** Shows a user's own page. */

import type { ClientScopeModel, KeycloakSession, Response, UserSessionModel } from 'keycloak';
import { shownAddress } from '../../accounts/address/account-address.ts';
import { grantedBy } from '../../accounts/consents.ts';
import { deviceHere } from '../../accounts/device/here.ts';
import { type DeviceOfUser, devicePasskey, listDevicesOfUser } from '../../accounts/device/rows.ts';
import { fullName } from '../../accounts/name.ts';
import { isApproved, isBuiltIn } from '../../clients/client.ts';
import { stayDaysOf } from '../../clients/refresh-tokens-of.ts';
import { confirmKey } from '../../http/pages/confirm-key.ts';
import { page } from '../../http/pages/page.ts';
import { formField } from '../../http/request/form-field.ts';
import type { UserAgent } from '../../http/request/user-agent.ts';
import { isPending } from '../../links/address-change/change.ts';
import { changeOfUser } from '../../links/address-change/rows.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import { SECONDS_PER_DAY, SECONDS_PER_HOUR, SECONDS_PER_MINUTE } from '../../platform/engine/time.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { shortAddress } from '../../platform/limits/addresses.ts';
import { clientName } from '../../realm/branding/client-branding.ts';
import { homeUrl } from '../../realm/branding/way-back.ts';
import { inSameLanguage } from '../../realm/language/same-language.ts';
import { languagesOf } from '../../realm/language/selector.ts';
import { accountPageUrl } from '../../realm/settings/account-page-policy.ts';
import { passkeyOffer } from '../../sign-in/passkey/offer.ts';
import { inRealm } from '../../sign-in/passkey/question.ts';
import { remainingPasskeysSignal } from '../../sign-in/passkey/signals.ts';
import { type AccountSignIn, listSignIns } from '../../sign-in/tabs/account-sign-ins.ts';
import { type ListedCredential, listPasskeys, listSecondFactors, setUpPaths } from './credentials.ts';
import { mayDeleteAccount } from './deletion.ts';
import { type Done, takeDone } from './done.ts';
import { FAILED_STATUSES, type Failed } from './failed.ts';
import { editableProfile, givenProfile, type OwnProfile } from './profile.ts';
import { PROOF_PATH } from './sign-in.ts';
import { proofAgain, type SignedIn, wasProvenRecently } from './signed-in.ts';

const Locale = Java.type('java.util.Locale');

const PAGE = 'linkgate-account.ftl';
/** The maximum number of entries in each of the page's lists. */
const MAX_LISTED = 100;

/** What a form has led to: why it failed, or which action the page asks about once more. */
type Outcome = { failed: Failed } | { asks: string };

export function showAccount(of: SignedIn, outcome: Outcome | null = null): Response {
  const { session, live, user } = of;
  const failed = outcome !== null && 'failed' in outcome ? outcome.failed : null;
  const now = currentTime();
  const here = deviceHere(session, user);
  const devices = listDevicesOfUser(session, user.getId(), now, MAX_LISTED);
  const passkeys = listPasskeys(user);
  const done = outcome === null ? takeDone(session) : null;
  const isProven = wasProvenRecently(of);
  const change = changeOfUser(session, user.getId());
  return page(session, PAGE, failed === null ? 200 : FAILED_STATUSES[failed], {
    action: inSameLanguage(session, accountPageUrl(session)),
    proofUrl: inSameLanguage(session, `${accountPageUrl(session)}/${PROOF_PATH}`),
    setUpUrls: Object.fromEntries(
      setUpPaths(session).map((path) => [
        path,
        inSameLanguage(session, `${accountPageUrl(session)}/${path}`),
      ]),
    ),
    asks: outcome !== null && 'asks' in outcome ? outcome.asks : null,
    confirmKey: confirmKey(session),
    account: user.getId(),
    address: shownAddress(user) ?? user.getUsername() ?? '',
    ways: waysBack(session, live),
    profile: profileOf(of, failed),
    languages: languageNames(session),
    fullName: fullName(user.getFirstName(), user.getLastName()),
    done,
    passkeySignal: done === 'passkey-removed' ? remainingPasskeysSignal(session, user) : null,
    failed,
    sessions: listSignIns(session, user, MAX_LISTED).map((one) =>
      shownSession(session, one, devices, live, now),
    ),
    devices: devices.map((device) => ({
      id: device.id,
      ...namesOf(device),
      isHere: device.id === here,
      ago: ago(device.lastUsedAt, now),
    })),
    hasDeclined: here !== null && devicePasskey(session, user.getId(), here)?.state === 'declined',
    passkeys: passkeys.map((one) => shownCredential(one, now)),
    factors: listSecondFactors(user).map((one) => shownCredential(one, now)),
    showsPasskeys: passkeys.length > 0 || passkeyOffer(inRealm(session), 'setting') === 'offered',
    newEmail: change !== null && isPending(change, now) ? change.newEmail : null,
    typedEmail: failed === null ? null : formField(session, 'email'),
    isProven,
    proofKind: isProven ? null : proofAgain(of),
    mayDelete: mayDeleteAccount(of),
    applications: grantedBy(session, user).map(({ client, scopes, grantedAt }) => ({
      id: client.getClientId(),
      name: clientName(session, client),
      ago: ago(grantedAt, now),
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
  { id, lastAccessAt, ipAddress, device, agent, clients, waitsFor }: AccountSignIn,
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
    ago: ago(lastAccessAt, now),
    applications: names,
    ...(waitsFor === null ? {} : { waitsFor: clientName(session, waitsFor) }),
  };
}

/** A passkey or second factor. */
function shownCredential({ id, type, name, createdAt, codesLeft }: ListedCredential, now: number): JsonValue {
  return {
    id,
    type,
    ...(name === null || name === '' ? {} : { name }),
    ...(codesLeft === null ? {} : { codesLeft }),
    ...(createdAt === null ? {} : { ago: ago(createdAt, now) }),
  };
}

/** The applications of this browser's session that have a page to return to. */
function waysBack(session: KeycloakSession, live: UserSessionModel): JsonValue[] {
  const ways: JsonValue[] = [];
  for (const client of live.getAuthenticatedClientSessions().keySet().toArray()) {
    const model = requireRealm(session).getClientById(client);
    if (model === null || isBuiltIn(model.getClientId()) || !isApproved(model) || !model.isEnabled())
      continue;
    const url = homeUrl(session, model.getRootUrl(), model.getBaseUrl());
    if (url !== null) ways.push({ name: clientName(session, model), url });
  }
  return ways;
}

/** What the user may change, as typed if it was rejected. */
function profileOf({ session, user }: SignedIn, failed: Failed | null): OwnProfile {
  const profile = editableProfile(session, user);
  return failed === 'invalid-profile' ? { ...profile, ...givenProfile(session) } : profile;
}

/** The realm's languages, each by its own name. */
function languageNames(session: KeycloakSession): JsonValue[] {
  return languagesOf(requireRealm(session)).map((tag) => {
    const locale = Locale.forLanguageTag(tag);
    return { tag, name: locale.getDisplayName(locale) };
  });
}

/** What a consent page has said about them; the name stands in for a text that the realm doesn't have. */
function shownScopes(scopes: readonly ClientScopeModel[]): JsonValue[] {
  return scopes
    .filter((scope) => scope.isDisplayOnConsentScreen())
    .map((scope) => ({ name: scope.getName(), text: scope.getConsentScreenText() }));
}

function namesOf({ browser, system }: UserAgent): { [name: string]: JsonValue } {
  return { ...(browser === null ? {} : { browser }), ...(system === null ? {} : { system }) };
}

/** How long ago something was, in a whole number of one unit: the same in every time zone. */
function ago(at: number, now: number): { unit: string; count: number } {
  const seconds = Math.max(0, now - at);
  const [unit, length] = AGO.find((one) => seconds >= one[1]) ?? ['now', 1];
  return { unit, count: Math.floor(seconds / length) };
}

const AGO = [
  ['days', SECONDS_PER_DAY],
  ['hours', SECONDS_PER_HOUR],
  ['minutes', SECONDS_PER_MINUTE],
] as const;
