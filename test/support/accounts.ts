/** Accounts of the sample realm, and what an administrator changes of them. */
import { admin } from './admin.ts';

const REALM = 'linkgate';

/** Who has the account of an address: its identifier. */
export async function accountOf(email: string): Promise<string> {
  const [user] = await (await admin()).users.find({ realm: REALM, email, exact: true });
  return user?.id ?? '';
}

/** Makes an address, which nobody has proven, that of an account; by an administrator here, as by a person or a registration. */
export async function giveUnproven(id: string, email: string): Promise<void> {
  const api = await admin();
  const user = await api.users.findOne({ realm: REALM, id });
  await api.users.update({ realm: REALM, id }, { ...user, email, emailVerified: false });
}
