/** Addresses of apps: redirect URIs of a private-use scheme (RFC 8252, section 7.1). */

/** Schemes that are no app's: what browsers open, run or show themselves. */
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

/** Whether a URI is an app's. */
export function isAppAddress(uri: string): boolean {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1];
  return scheme !== undefined && !OF_BROWSERS.includes(scheme.toLowerCase());
}
