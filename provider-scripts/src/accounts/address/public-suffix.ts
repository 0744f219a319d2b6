/** Whose a domain is, by ICANN's part of the public suffix list. */

/** Whether a line is in the list, which has rules such as `co.uk`, `*.ck` and `!www.ck`. */
export type IsRule = (line: string) => boolean;

/** Whether a normalised domain is in the list: whose domains are nobody's. */
export function isPublicSuffix(domain: string, isRule: IsRule): boolean {
  const [, above = ''] = /^[^.]*\.(.*)$/.exec(domain) ?? [];
  return isRule(domain) || (isRule(`*.${above}`) && !isRule(`!${domain}`));
}

/** The domain that somebody registered: the public suffix with one label more; the domain itself if it has none (RFC 7489, section 3.2). */
export function organizationOf(domain: string, isRule: IsRule): string {
  const labels = domain.split('.');
  for (let first = 0; first < labels.length - 1; first++)
    if (isPublicSuffix(labels.slice(first + 1).join('.'), isRule)) return labels.slice(first).join('.');
  // The last label of one that the list doesn't know is a suffix, too.
  return labels.slice(-2).join('.');
}
