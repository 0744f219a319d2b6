/** Redirect URIs of apps on the user's own device. */

/** Schemes that browsers open, run or show themselves. */
const OF_BROWSERS: readonly string[] = [
  'about',
  'blob',
  'data',
  'file',
  'filesystem',
  'ftp',
  'http',
  'https',
  'javascript',
  'vbscript',
  'view-source',
  'ws',
  'wss',
];

/** At which an app on the device listens (RFC 8252, section 7.3). */
const LOOPBACK = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?][^\s#\\]*)?)$/;

/** Whether an app on the device listens at a URI. */
export function isLoopbackAddress(uri: string): boolean {
  return LOOPBACK.test(uri);
}

/**
 * A URI as a client that registers itself, or a document, gets it: an app listens at whatever port is free. Keycloak allows any port with
 * one that has none.
 */
export function withoutLoopbackPort(uri: string): string {
  const [, origin, rest] = LOOPBACK.exec(uri) ?? [];
  return origin === undefined ? uri : `${origin}${rest ?? ''}`;
}

/** Whether a URI has a private-use scheme (RFC 8252, section 7.1). */
export function isAppAddress(uri: string): boolean {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1];
  return scheme !== undefined && !OF_BROWSERS.includes(scheme.toLowerCase());
}
