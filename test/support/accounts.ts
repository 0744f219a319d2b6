/** Accounts of the sample realm, and administrators' changes to them. */
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import { admin, REALM } from './admin.ts';

/** Creates an account of the sample realm; its address is verified by default. Returns its ID. */
export async function makeAccount(
  email: string,
  fields: UserRepresentation = {},
  api?: KeycloakAdminClient,
): Promise<string> {
  const user = { username: email, email, enabled: true, emailVerified: true, ...fields };
  return (await (api ?? (await admin())).users.create({ realm: REALM, ...user })).id;
}

/** Returns the ID of the account with an address. */
export async function accountOf(email: string): Promise<string> {
  const [user] = await (await admin()).users.find({ realm: REALM, email, exact: true });
  return user?.id ?? '';
}

/** Assigns an unverified address to an account as an administrator; equivalent to a user's change or a registration. */
export async function setUnverifiedEmail(id: string, email: string): Promise<void> {
  const api = await admin();
  const user = await api.users.findOne({ realm: REALM, id });
  await api.users.update({ realm: REALM, id }, { ...user, email, emailVerified: false });
}

/** The attribute with an account's pending new address (Keycloak's required action _Update Email_). */
const PENDING = 'kc.email.pending';

/** Lets users of the realm change their address; returns the function that restores the setting. */
export async function allowUpdateEmail(): Promise<() => Promise<void>> {
  const alias = 'UPDATE_EMAIL';
  const put = async (enabled: boolean) => {
    const api = (await admin()).authenticationManagement;
    const action = await api.getRequiredActionForAlias({ realm: REALM, alias });
    await api.updateRequiredAction({ realm: REALM, alias }, { ...action, enabled });
  };
  await put(true);
  return async () => put(false);
}

/** Requires verification of an address before Keycloak's _Update Email_ changes the account. */
export async function requireEmailVerification(): Promise<() => Promise<void>> {
  const forbid = await allowUpdateEmail();
  const alias = 'UPDATE_EMAIL';
  const put = async (verifyEmail: string) => {
    const api = (await admin()).authenticationManagement;
    await api.updateRequiredActionConfig({ realm: REALM, alias }, { config: { verifyEmail } });
  };
  await put('true');
  return async () => {
    await put('false');
    await forbid();
  };
}

/** Changes an account's address to an unverified one. */
export async function setPendingEmail(id: string, email: string): Promise<void> {
  const api = await admin();
  const user = await api.users.findOne({ realm: REALM, id });
  await api.users.update(
    { realm: REALM, id },
    { ...user, attributes: { ...user?.attributes, [PENDING]: [email] } },
  );
}

/** Returns the account's pending new address, or null. */
export async function pendingEmailOf(id: string): Promise<string | null> {
  const user = await (await admin()).users.findOne({ realm: REALM, id });
  return (user?.attributes as Record<string, string[]> | undefined)?.[PENDING]?.[0] ?? null;
}
