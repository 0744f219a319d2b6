/**
 * Whether an address counts as verified that a file says is: the product verified it by an email of its own, or a provider did whose word counts
 * at a sign-in, too. Otherwise the administrator of any company's provider could have the account of any address.
 */
import { normalised } from './address.ts';
import type { SourceIdentity, SourceUser } from './formats/format.ts';
import { scalarText } from './scalar.ts';

/** Whether a provider's word on addresses counts. */
export type Trust = (identity: SourceIdentity) => boolean;

/** `email` is the user's address, normalised. */
export function isProven(
  { isProvenThere, identities = [] }: SourceUser,
  email: string,
  isTrusted: Trust,
): boolean {
  if (isProvenThere === true || (isProvenThere === undefined && identities.length === 0)) return true;
  const trusted = identities.filter(isTrusted);
  if (trusted.some((identity) => normalised(scalarText('address at a provider', identity.email)) === email))
    return true;
  // Any of them may have been the one that gave the address.
  const isUnsaid = identities.every((identity) => identity.email === undefined);
  return isUnsaid && identities.length > 0 && trusted.length === identities.length;
}
