/** The Content-Security-Policy of the administrators' pages (CSP, level 3; Trusted Types). */

/** The origins and URLs of a page's resources, as browsers serialise them. */
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

/** The application: its one script and style sheet; it connects to this realm only, and can't be framed. */
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
 * The frame of a preview: it shows untrusted markup with the theme's style sheets and the branding's logo, and no script runs in it. It has no
 * Trusted Types, as it only shows markup.
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
