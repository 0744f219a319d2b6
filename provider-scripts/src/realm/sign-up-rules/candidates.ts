/** The entries that an address can match. */

/** The most labels of an entry that is a domain, so that a question names a fixed number of entries. */
export const MAX_LABELS = 10;

/** Marks a realm's own list of disposable domains, which may be empty. */
export const OWN_LIST = '*';

/** The domain of a normalised address, and those above it, of at least two and at most `MAX_LABELS` labels; the shortest first. */
export function domainsOf(email: string): string[] {
  const labels = email.slice(email.lastIndexOf('@') + 1).split('.');
  const found: string[] = [];
  for (let count = 2; count <= labels.length && count <= MAX_LABELS; count++)
    found.push(labels.slice(-count).join('.'));
  return found;
}

/** The entries that name a normalised address: itself, its mailbox without a sub-address, its domain, `*.` and a domain above. */
export interface Named {
  readonly address: string;
  readonly mailbox: string;
  readonly domain: string;
  readonly wildcards: readonly string[];
}

export function namesOf(email: string): Named {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const plus = email.indexOf('+');
  const above = domainsOf(email).filter((one) => one !== domain);
  return {
    address: email,
    mailbox: plus > 0 && plus < at ? email.slice(0, plus) + email.slice(at) : email,
    domain,
    wildcards: above.map((one) => `*.${one}`),
  };
}

/** How many entries a question names. */
export const CANDIDATES = 2 * MAX_LABELS + 2;

/** All entries of any list that an address can match; as many for each address, so that there is one statement. */
export function candidatesOf(email: string): string[] {
  const { address, mailbox, domain, wildcards } = namesOf(email);
  const found = [OWN_LIST, address, mailbox, domain, ...domainsOf(email), ...wildcards];
  while (found.length < CANDIDATES) found.push(OWN_LIST);
  return found;
}
