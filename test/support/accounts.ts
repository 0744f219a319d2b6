/** Accounts of the sample realm, and what an administrator changes of them. */
import { admin } from './admin.ts';

const REALM = 'linkgate';

/** Who has the account of an address: its identifier. */
export async function accountOf(email: string): Promise<string> {
  const [user] = await (await admin()).users.find({ realm: REALM, email, exact: true });
  return user?.id ?? '';
}

/** Makes an address, which nobody has proven, that of an account; by an administrator here, as by a user or a registration. */
export async function giveUnproven(id: string, email: string): Promise<void> {
  const api = await admin();
  const user = await api.users.findOne({ realm: REALM, id });
  await api.users.update({ realm: REALM, id }, { ...user, email, emailVerified: false });
}

/** Where Keycloak keeps the address that an account gets once a link to it is opened (its required action _update email_). */
const PENDING = 'kc.email.pending';

/** Lets users of the realm change their address; what takes that back. */
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

/** Has users prove an address before Keycloak's _update email_ gives it to their account. */
export async function provenFirst(): Promise<() => Promise<void>> {
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

/** Has an account change its address to one that isn't proven yet. */
export async function givePending(id: string, email: string): Promise<void> {
  const api = await admin();
  const user = await api.users.findOne({ realm: REALM, id });
  await api.users.update(
    { realm: REALM, id },
    { ...user, attributes: { ...user?.attributes, [PENDING]: [email] } },
  );
}

/** The address that an account is about to get; null where there is none. */
export async function pendingOf(id: string): Promise<string | null> {
  const user = await (await admin()).users.findOne({ realm: REALM, id });
  return (user?.attributes as Record<string, string[]> | undefined)?.[PENDING]?.[0] ?? null;
}
