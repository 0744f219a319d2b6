/** An account's passkeys: Keycloak's own credentials. */
import type { CredentialModel, KeycloakSession, UserModel, WebAuthnCredentialProvider } from 'keycloak';
import { distinctLabel } from './label.ts';

const CredentialProvider = Java.type('org.keycloak.credential.CredentialProvider');
const PresentationData = Java.type('org.keycloak.models.credential.dto.WebAuthnCredentialPresentationData');
const WebAuthnCredentialModel = Java.type('org.keycloak.models.credential.WebAuthnCredentialModel');

/** Keycloak's provider of these credentials, and so of its list of authenticators by their AAGUID. */
const PROVIDER = 'keycloak-webauthn-passwordless';

/** Lists them. */
export function passkeysOf(user: UserModel): CredentialModel[] {
  return credentialsOf(user, WebAuthnCredentialModel.TYPE_PASSWORDLESS);
}

/** Lists them with the keys that are a second factor: browsers don't tell them apart. */
export function allWebAuthnOf(user: UserModel): CredentialModel[] {
  return [...passkeysOf(user), ...credentialsOf(user, WebAuthnCredentialModel.TYPE_TWOFACTOR)];
}

/** Lists those of a type that Keycloak itself stores. */
export function credentialsOf(user: UserModel, type: string): CredentialModel[] {
  const found: CredentialModel[] = [];
  for (const one of user.credentialManager().getStoredCredentialsByTypeStream(type).toList()) found.push(one);
  return found;
}

/** Their names. */
export function labelsOf(passkeys: readonly CredentialModel[]): string[] {
  return passkeys.map((passkey) => passkey.getUserLabel()).filter((label) => label !== null);
}

/** Their identifiers, in base64url, as browsers have them. */
export function credentialIds(passkeys: readonly CredentialModel[]): string[] {
  return passkeys.map((passkey) => idOf(passkey));
}

/** Names a passkey that was just stored after its authenticator, if Keycloak knows that. */
export function nameNewPasskey(session: KeycloakSession, user: UserModel, credentialId: string): void {
  const passkeys = passkeysOf(user);
  const created = passkeys.find((passkey) => idOf(passkey) === credentialId);
  const name = created === undefined ? null : authenticatorName(session, created);
  if (created === undefined || name === null) return;
  const others = passkeys.filter((passkey) => passkey.getId() !== created.getId());
  user.credentialManager().updateCredentialLabel(created.getId(), distinctLabel(name, labelsOf(others)));
}

function idOf(passkey: CredentialModel): string {
  const id = dataOf(passkey).getCredentialId();
  return id.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function authenticatorName(session: KeycloakSession, passkey: CredentialModel): string | null {
  const provider = session.getProvider(CredentialProvider.class, PROVIDER) as WebAuthnCredentialProvider;
  const data = provider.getCredentialForPresentationFromModel(passkey).getWebAuthnCredentialData();
  return data instanceof PresentationData ? data.getAuthenticatorProvider() : null;
}

function dataOf(passkey: CredentialModel) {
  return WebAuthnCredentialModel.createFromCredentialModel(passkey).getWebAuthnCredentialData();
}
