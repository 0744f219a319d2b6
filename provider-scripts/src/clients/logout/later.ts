/** Decides which requests of Keycloak's HTTP client are sent in the background. */

/** Keycloak's notices to its old adapters, below a client's `adminUrl`: that sessions have ended, or tokens issued before a time have. */
const ADAPTER_NOTICE = /\/k_(?:logout|push_not_before)$/;

/** Returns the kind of recipient of a background request; null if the response is needed. No response is needed while a session ends. */
export function kindOfRequest(method: string, url: string, isEnding: boolean): 'adapter' | 'provider' | null {
  if (method === 'POST' && ADAPTER_NOTICE.test(url)) return 'adapter';
  return isEnding ? 'provider' : null;
}

/** Returns the key by which recipients share places in the pool: scheme, host and port. */
export function recipientOf(url: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0].toLowerCase() ?? url;
}
