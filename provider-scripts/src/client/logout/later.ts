/** Which requests of Keycloak's HTTP client nobody waits for. */

/** What Keycloak tells its old adapters, at paths below a client's `adminUrl`: that sessions have ended, or tokens from before a time. */
const ADAPTER_NOTICE = /\/k_(?:logout|push_not_before)$/;

/** Who gets a request that is sent later; null for one whose response is needed. While a session ends, nobody's is. */
export function kindOfRequest(method: string, url: string, isEnding: boolean): 'adapter' | 'provider' | null {
  if (method === 'POST' && ADAPTER_NOTICE.test(url)) return 'adapter';
  return isEnding ? 'provider' : null;
}

/** Who shares places in the pool: the same host and port. */
export function recipientOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0].toLowerCase() ?? url;
}
