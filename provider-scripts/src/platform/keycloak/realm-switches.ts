/** The realm attributes that enable Linkgate and what backends and invitations may do. */

/** The realm attribute that turns a realm into a Linkgate realm, if `true`. */
export const ENABLED_ATTRIBUTE = 'linkgate.enabled';

/**
 * Values that disable Linkgate, like absence; the host reads them from here. Any other value enables it, since plain Keycloak
 * would check less.
 */
export const OFF_VALUES: readonly string[] = ['', 'false'];

/** Whether the attribute's value enables Linkgate. */
export function isOn(value: string | null | undefined): boolean {
  return value !== null && value !== undefined && !OFF_VALUES.includes(value);
}

/** The realm attribute that lets backends request links when it is `true`. */
export const BACKEND_LINKS_ATTRIBUTE = 'linkgate.backend-links';

/** The realm role that lets a backend request links without Keycloak's permission to impersonate. */
export const LINKS_ROLE = 'linkgate-links';

/** The realm attribute that lets administrators invite users when it is `true`. */
export const INVITATIONS_ATTRIBUTE = 'linkgate.invitations';
