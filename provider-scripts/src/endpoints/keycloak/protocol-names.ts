/** How a realm names the protocols that it has besides OpenID Connect. */

/** The realm attribute with the protocols that are let through unchecked, as Keycloak calls them, separated by spaces. */
export const OTHER_PROTOCOLS_ATTRIBUTE = 'linkgate.other-protocols';

/** The protocols that the attribute's text names. */
export function protocolsIn(text: string | null | undefined): string[] {
  return (text ?? '').split(/\s+/).filter((name) => name !== '');
}
