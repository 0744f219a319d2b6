/** The protocols that a realm allows besides OpenID Connect. */

/** The realm attribute with the protocols that pass unchecked: Keycloak's names, separated by spaces. */
export const OTHER_PROTOCOLS_ATTRIBUTE = 'linkgate.other-protocols';

/** Parses the attribute's protocols. */
export function protocolsIn(text: string | null | undefined): string[] {
  return (text ?? '').split(/\s+/).filter((name) => name !== '');
}
