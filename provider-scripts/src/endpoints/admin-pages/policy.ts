/** The Content-Security-Policy of the administrators' pages (CSP, level 3; Trusted Types). */

/** The origins and URLs of a page's resources, as browsers serialise them. */
export interface PageUrls {
  /** The origin of the pages themselves: `https://id.example.com`. */
  origin: string;
  /** The realm's URL, without a trailing slash. */
  realm: string;
  /** The realm's URL in the admin API, without a trailing slash. */
  adminApi: string;
  /** The URL of Keycloak's themes, without a trailing slash. */
  resources: string;
}

const NOTHING_ELSE = ["default-src 'none'", "base-uri 'none'"];
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", "trusted-types 'none'"];

/** The application: its one script and style sheet; it connects to this realm only, and can't be framed. */
export function applicationPolicy(
  urls: PageUrls,
  { script, style }: { script: string; style: string },
): string {
  return [
    ...NOTHING_ELSE,
    `script-src ${script}`,
    `style-src ${style}`,
    `img-src ${urls.resources}/ ${urls.realm}/logos/`,
    `connect-src ${urls.realm}/ ${urls.adminApi}/`,
    `frame-src ${urls.realm}/`,
    `form-action ${urls.realm}/`,
    "frame-ancestors 'none'",
    ...TRUSTED_TYPES,
  ].join('; ');
}

/** The hidden frame in which the access token is renewed: it only reports to the application where it was redirected. */
export function silentPolicy(urls: PageUrls, script: string): string {
  return [
    ...NOTHING_ELSE,
    `script-src ${script}`,
    "form-action 'none'",
    `frame-ancestors ${urls.origin}`,
    ...TRUSTED_TYPES,
  ].join('; ');
}

/**
 * The frame of a preview: it shows untrusted markup with the theme's style sheets and the branding's logo, and no script runs in it. It has no
 * Trusted Types, as it only shows markup.
 */
export function previewPolicy(urls: PageUrls): string {
  return [
    'sandbox allow-same-origin',
    ...NOTHING_ELSE,
    `style-src 'unsafe-inline' ${urls.resources}/`,
    `img-src https: data: ${urls.resources}/ ${urls.realm}/logos/`,
    `font-src ${urls.resources}/`,
    "form-action 'none'",
    `frame-ancestors ${urls.origin}`,
  ].join('; ');
}
