/** What the administrators' pages may load, run and be framed by: their Content-Security-Policy (CSP, level 3; Trusted Types). */

/** Where a page's parts are; origins and addresses as browsers write them. */
export interface Places {
  /** Of the pages themselves: `https://id.example.com`. */
  origin: string;
  /** The realm's address, without a slash at its end. */
  realm: string;
  /** The realm's address in the admin API, without a slash at its end. */
  adminApi: string;
  /** The folder of Keycloak's themes, without a slash at its end. */
  resources: string;
}

const NOTHING_ELSE = ["default-src 'none'", "base-uri 'none'"];
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/** The application: its one script and style sheet; it talks to this realm alone, and nobody frames it. */
export function applicationPolicy(
  places: Places,
  { script, style }: { script: string; style: string },
): string {
  return [
    ...NOTHING_ELSE,
    `script-src ${script}`,
    `style-src ${style}`,
    `img-src ${places.resources}/`,
    `connect-src ${places.realm}/ ${places.adminApi}/`,
    `frame-src ${places.realm}/`,
    `form-action ${places.realm}/`,
    "frame-ancestors 'none'",
    ...TRUSTED_TYPES,
  ].join('; ');
}

/** The hidden frame in which the access token is renewed: it only reports to the application where it was redirected. */
export function silentPolicy(places: Places, script: string): string {
  return [
    ...NOTHING_ELSE,
    `script-src ${script}`,
    "form-action 'none'",
    `frame-ancestors ${places.origin}`,
    ...TRUSTED_TYPES,
  ].join('; ');
}

/**
 * The frame of a preview: it shows somebody's markup with the theme's style sheets and a branding's logo, and no script runs in it, whosever it
 * is. Without Trusted Types, since markup is all that it is for.
 */
export function previewPolicy(places: Places): string {
  return [
    'sandbox allow-same-origin',
    ...NOTHING_ELSE,
    `style-src 'unsafe-inline' ${places.resources}/`,
    `img-src https: data: ${places.resources}/`,
    `font-src ${places.resources}/`,
    "form-action 'none'",
    `frame-ancestors ${places.origin}`,
  ].join('; ');
}
