/** The mailboxes that emails for an address reach: Keycloak's own emails may reach another domain's than Linkgate's. */
import { domainToAscii, type Idna2003 } from './domain.ts';
import { normaliseAddress } from './normalise.ts';

/** Whether an address may have several forms: one in ASCII has one for all, and needs no conversion. */
export function hasForms(address: string): boolean {
  return /[\u0080-\uffff]/.test(address);
}

/** The mailboxes of an address as it was typed, that of Linkgate's emails first; none if Linkgate can't send any there, whether or not Keycloak can. */
export function mailboxesOf(typed: string, idna: Idna2003): string[] {
  const own = normaliseAddress(typed, (domain) => domainToAscii(domain, idna));
  if (own === null || !hasForms(typed)) return own === null ? [] : [own];
  const keycloaks = addressAtKeycloak(typed, idna);
  return keycloaks === null || keycloaks === own ? [own] : [own, keycloaks];
}

/**
 * The address to which Keycloak sends what is for one that was typed: stored in lower case, with its domain by IDNA 2003 alone, which drops joiners
 * and writes `ß` as `ss` (its `SMTPUtil`); null if it sends nothing. Nothing is trimmed: a space that isn't ASCII is a letter of the mailbox's name.
 */
function addressAtKeycloak(typed: string, idna: Idna2003): string | null {
  const stored = typed.toLowerCase();
  const domain = stored.lastIndexOf('@') + 1;
  try {
    return stored.slice(0, domain) + idna.toAscii(stored.slice(domain)).toLowerCase();
  } catch {
    return null;
  }
}
