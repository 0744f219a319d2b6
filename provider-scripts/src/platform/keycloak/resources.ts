/** The names of Linkgate's own resources in URLs, and the client of the administrators' pages. */

/** The admin API, for administrators and backends, under `/admin/realms/{realm}/`. */
export const ADMIN_RESOURCE = 'linkgate';

/** Where uploaded logos are served, under `/realms/{realm}/`. */
export const LOGO_RESOURCE = 'logos';

/** The administrators' pages, under `/realms/{realm}/`. */
export const ADMIN_PAGES_RESOURCE = 'linkgate';

/** The client of these pages; without it they don't exist. */
export const ADMIN_PAGES_CLIENT = 'linkgate-admin';

/** Where email services report the fate of emails, under `/realms/{realm}/`. */
export const EMAIL_EVENTS_RESOURCE = 'email-events';

/** Users' own page, under `/realms/{realm}/`. */
export const ACCOUNT_PAGE_RESOURCE = 'my-account';

/** The realm role that lets a backend request links without Keycloak's permission to impersonate. */
export const LINKS_ROLE = 'linkgate-links';

/** The realm role that lets one request links of a stock realm that are valid for more than a day. */
export const LONG_LINKS_ROLE = 'linkgate-long-links';
