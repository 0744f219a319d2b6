/** Redirect URIs of apps: with a private-use scheme (RFC 8252, section 7.1). */

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

/** Whether a URI has a private-use scheme. */
export function isAppAddress(uri: string): boolean {
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(uri)?.[1];
  return scheme !== undefined && !OF_BROWSERS.includes(scheme.toLowerCase());
}
