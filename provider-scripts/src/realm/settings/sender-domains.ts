/** Which addresses clients' emails may come from. */

/** Whether an address has one of these domains, in lower case. */
export function hasDomainOf(address: string, domains: readonly string[]): boolean {
  return address !== '' && domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase());
}
