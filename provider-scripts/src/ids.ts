/** The ids of what Linkgate provides to Keycloak, and the attribute that turns it on. */

/** The realm attribute that turns a realm into a Linkgate realm: `true` does. */
export const ENABLED_ATTRIBUTE = 'linkgate.enabled';

/** Its values that don't, as its absence; the host reads them from here. Any other was meant to, and plain Keycloak would check less. */
export const OFF_VALUES: readonly string[] = ['', 'false'];

/** Whether that attribute's value turns a realm into one. */
export function isOn(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && !OFF_VALUES.includes(value);
}

/** The id of the authenticator that asks for an address and sends the link. */
export const EMAIL_AUTHENTICATOR = 'linkgate-email';

/** The admin API, for administrators and backends, under `/admin/realms/{realm}/`. */
export const ADMIN_RESOURCE = 'linkgate';

/** The administrators' pages, under `/realms/{realm}/`. */
export const ADMIN_PAGES_RESOURCE = 'linkgate';

/** The client that these pages sign administrators in at; without it they don't exist. */
export const ADMIN_PAGES_CLIENT = 'linkgate-admin';

/** The realm attribute that lets backends request links when it is `true`. */
export const BACKEND_LINKS_ATTRIBUTE = 'linkgate.backend-links';

/** The realm attribute that lets administrators invite users when it is `true`. */
export const INVITATIONS_ATTRIBUTE = 'linkgate.invitations';

/** The realm role that lets a backend request links without Keycloak's permission to impersonate. */
export const LINKS_ROLE = 'linkgate-links';

/** The mapper of the `name` claim. */
export const NAME_MAPPER = 'linkgate-name';
/** The mapper of the `email_verified` claim. */
export const EMAIL_VERIFIED_MAPPER = 'linkgate-email-verified';

/** What chooses the language of pages and emails. */
export const LOCALE_SELECTOR = 'linkgate-languages';

/** Keycloak's own ids of OpenID Connect and SAML: ours are taken instead. */
export const LOGIN_PROTOCOL = 'openid-connect';
export const SAML_PROTOCOL = 'saml';

/** The header in which the host passes on what a caller accepts; it removes one that a caller sends. */
export const ACCEPTED_HEADER = 'X-Linkgate-Accepted';
