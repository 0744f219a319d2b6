/**
 * Keycloak's action that sets up a passkey: offers it after a sign-in by email, in a Linkgate realm or by a step, and tells the account's
 * address before the passkey is stored; in a Linkgate realm, before any is. Keycloak itself makes the options, verifies the response and stores the credential.
 */

import type { AuthenticationSessionModel, KeycloakSession, RequiredActionContext, UserModel } from 'keycloak';
import { shownAddress } from '../../accounts/address/account-address.ts';
import { countPasskeyOffer, devicePasskey, storePasskeyState } from '../../accounts/device/rows.ts';
import { isProven } from '../../accounts/proof.ts';
import { DEVICE_NOTE } from '../../accounts/refresh-tokens.ts';
import { browserNameOf } from '../../http/request/browser.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { PASSKEY_ABLE_NOTE } from '../../platform/keycloak/provider-ids.ts';
import { findStep } from '../../realm/flow/own-step.ts';
import { isLinkgateRealm } from '../../realm/settings/enabled.ts';
import { readSetting } from '../../realm/settings/read.ts';
import { REALM } from '../../realm/settings/table.ts';
import { note, setNote } from '../tabs/notes.ts';
import { isPassive } from '../tabs/prompts.ts';
import { isForChallenge, isFromAuthenticator } from './client-data.ts';
import { credentialIds, labelsOf, nameNewPasskey, passkeysOf } from './credentials.ts';
import { distinctLabel } from './label.ts';
import { sendPasskeyNotice } from './notice.ts';
import { type EndingSignIn, passkeyOffer, type Question } from './offer.ts';
import { deviceOf, inRealm, inStep, rpIdOf } from './question.ts';

const WebAuthnConstants = Java.type('org.keycloak.WebAuthnConstants');

const OFFER_PAGE = 'linkgate-passkey.ftl';
/** The field of the offer's page that puts it off (`later`), or declines it for this device (`never`). */
const CHOICE_FIELD = 'passkey';
/** The note's value in a tab with an offer. */
const OFFERED = 'offered';
/** The browser's error if the authenticator has one of the account's passkeys already. */
const EXISTS_ERROR = /^InvalidStateError\b/;

/** What happens to a form: Keycloak handles it, the script has responded, or the page is shown again. */
type Handling = 'keycloak' | 'responded' | 'again';

/** The action's functions as the host calls them. */
export const PASSKEY_REGISTRATION = {
  /** Called whenever a sign-in has passed its flow: makes the offer part of it, once, if it is due. */
  evaluate(context: RequiredActionContext): void {
    const tab = context.getAuthenticationSession();
    const user = context.getUser();
    // Without these no statement is executed.
    if (tab.getAuthNote(PASSKEY_ABLE_NOTE) === null || note(tab, 'passkeyOffer') !== null) return;
    if (note(tab, 'proven') !== user.getId() || !isOn(context)) return;
    const isOffered = passkeyOffer(inTab(context), 'signIn') === 'offered';
    setNote(tab, 'passkeyOffer', isOffered ? OFFERED : 'none');
    if (!isOffered) return;
    const device = tab.getAuthNote(DEVICE_NOTE) ?? '';
    countPasskeyOffer(context.getSession(), device, currentTime());
    tab.addRequiredAction(context.getAction());
  },

  /** Called after Keycloak has prepared its own page: an offer has another one. */
  challenge(context: RequiredActionContext): void {
    if (!isOffer(context) || String(context.getStatus()) !== 'CHALLENGE') return;
    const user = context.getUser();
    const passkeys = passkeysOf(user);
    const page = context
      .form()
      .setAttribute('accountAddress', shownAddress(user) ?? user.getUsername() ?? '')
      .setAttribute('passkeyIds', credentialIds(passkeys).join(','))
      .setAttribute(
        'passkeyLabel',
        distinctLabel(browserNameOf(context.getSession()) ?? 'Passkey', labelsOf(passkeys)),
      )
      .createForm(OFFER_PAGE);
    context.challenge(page);
  },

  /** Called with a form of either page, before Keycloak reads it. */
  respond(context: RequiredActionContext): Handling {
    const isStillOn = isOn(context);
    const form = context.getHttpRequest().getDecodedFormParameters();
    const field = (name: string) => form?.getFirst(name) ?? '';
    if (isOffer(context)) {
      const choice = field(CHOICE_FIELD);
      const error = field('error');
      const exists = EXISTS_ERROR.test(error);
      if (choice === 'never') rememberState(context, 'declined');
      if (exists) rememberState(context, 'exists');
      // Or passkeys were switched off meanwhile.
      if (choice === 'later' || choice === 'never' || exists || !isStillOn) {
        continueWithout(context);
        return 'responded';
      }
      if (error !== '' || !isFromAuthenticator(field)) return showAgain(context, 'linkgatePasskeyNotCreated');
    }
    if (!isStillOn) return 'keycloak';
    const challenge = context.getAuthenticationSession().getAuthNote(WebAuthnConstants.AUTH_CHALLENGE_NOTE);
    if (!isFromAuthenticator(field) || !isForChallenge(field, challenge)) return 'keycloak';
    const client = context.getAuthenticationSession().getClient();
    const change = {
      kind: 'added',
      user: context.getUser(),
      client,
      label: null,
      byAdministrator: false,
    } as const;
    // Before it is stored: one whose email wasn't sent isn't stored at all.
    return sendPasskeyNotice(context.getSession(), change)
      ? 'keycloak'
      : showAgain(context, 'linkgatePasskeyNotSent');
  },

  /** Called after Keycloak has stored a passkey; on its own page the user has named it. */
  added(context: RequiredActionContext): void {
    if (!isOffer(context)) return;
    const id = context.getHttpRequest().getDecodedFormParameters()?.getFirst('publicKeyCredentialId') ?? '';
    nameNewPasskey(context.getSession(), context.getUser(), id);
    rememberState(context, 'exists');
  },
};

/** Whether the realm, or the step of this tab, still has it on. */
function isOn(context: RequiredActionContext): boolean {
  return passkeyOffer(inTab(context), 'setting') === 'offered';
}

/** Whether this tab has the offer, and not the same action because an administrator, or Keycloak's own client, requires it. */
function isOffer(context: RequiredActionContext): boolean {
  return note(context.getAuthenticationSession(), 'passkeyOffer') === OFFERED;
}

/**
 * What the offer depends on in a tab. Whether the action is enabled and devices are remembered doesn't need to be asked: Keycloak evaluates no
 * other action, and no other device remembers the account.
 */
function inTab(context: RequiredActionContext) {
  const session = context.getSession();
  const tab = context.getAuthenticationSession();
  return {
    ...(isLinkgateRealm(context.getRealm()) ? inRealm(session) : inStep(session, hasStepOn(session, tab))),
    device: () => deviceOf(tab),
    signIn: () => signInFacts(context, tab),
  } satisfies Question;
}

/** Whether the step whose page has found that the device can have one has its setting on. */
function hasStepOn(session: KeycloakSession, tab: AuthenticationSessionModel): boolean {
  const step = tab.getAuthNote(PASSKEY_ABLE_NOTE);
  return step !== null && findStep(session, step)?.settings.passkeys === true;
}

function signInFacts(context: RequiredActionContext, tab: AuthenticationSessionModel): EndingSignIn {
  const session = context.getSession();
  const realm = context.getRealm();
  const user = context.getUser();
  const device = tab.getAuthNote(DEVICE_NOTE);
  return {
    provenBy: note(tab, 'provenBy'),
    isReturned: note(tab, 'impersonator') !== null,
    isAddressProven: isProven(session, realm, user),
    allowsPage: allowsPage(context, tab, user),
    device: device === null ? null : devicePasskey(session, user.getId(), device),
    rpId: rpIdOf(session),
    hasPasskey: passkeysOf(user).length > 0,
    schedule: readSetting(REALM.passkeyOffers, realm.getAttribute(REALM.passkeyOffers.name)),
    now: currentTime(),
  };
}

/** Whether the request allows a page (`prompt`), and neither it nor an administrator asks for an action. */
function allowsPage(
  context: RequiredActionContext,
  tab: AuthenticationSessionModel,
  user: UserModel,
): boolean {
  if (isPassive(tab)) return false;
  if (tab.getClientNote('kc_action') !== null) return false;
  const required: string[] = [];
  for (const action of user.getRequiredActionsStream().toList()) required.push(action);
  return !required.includes(context.getAction());
}

function rememberState(context: RequiredActionContext, state: 'exists' | 'declined'): void {
  const session = context.getSession();
  const device = context.getAuthenticationSession().getAuthNote(DEVICE_NOTE);
  if (device === null) return;
  const stored = state === 'declined' ? state : { rpId: rpIdOf(session) };
  storePasskeyState(session, context.getRealm().getId(), device, stored);
}

/** Ends the action without a passkey; the sign-in continues. */
function continueWithout(context: RequiredActionContext): void {
  context.getAuthenticationSession().removeRequiredAction(context.getAction());
  context.cancel();
}

function showAgain(context: RequiredActionContext, message: string): 'again' {
  context.form().setError(message, []);
  return 'again';
}
