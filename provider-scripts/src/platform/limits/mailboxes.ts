/** Which addresses a limit counts as one: those that lead to the same mailbox. */

/** What the realm's administrators know of mail servers. */
export interface MailboxRules {
  /** Whether what follows a `+` in front of the `@` doesn't count. */
  subAddresses: boolean;
  /** The domains whose mail servers ignore dots in front of the `@`, in lower case. */
  dotlessDomains: readonly string[];
}

/** The address that stands for the mailbox of a normalised one, under these rules; anything else is returned as it is. */
export function mailboxOf(address: string, { subAddresses, dotlessDomains }: MailboxRules): string {
  const at = address.lastIndexOf('@');
  if (at < 1) return address;
  const domain = address.slice(at + 1);
  const plus = subAddresses ? address.indexOf('+') : -1;
  const local = address.slice(0, plus > 0 && plus < at ? plus : at);
  const known = dotlessDomains.includes(domain) ? local.replace(/\./g, '') : local;
  return `${known || local}@${domain}`;
}
