/** How a realm names the protocols beside OpenID Connect that it has. */

/** The realm attribute with the protocols that are let through unjudged, as Keycloak calls them, with blanks between. */
export const OTHER_PROTOCOLS_ATTRIBUTE = 'linkgate.other-protocols';

/** The protocols that the attribute's text names. */
export function protocolsIn(text: string | null | undefined): string[] {
  return (text ?? '').split(/\s+/).filter((name) => name !== '');
}
