/** Keycloak's models as its database stores them. */

/** The provider of the clients and realms in Keycloak's database, which bypasses its cache: that may lack what was just committed. */
export const STORED = 'jpa';

/** Sets attributes; an empty text removes one. */
export function setAttributes(
  model: { setAttribute(name: string, value: string): void; removeAttribute(name: string): void },
  attributes: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === '') model.removeAttribute(name);
    else model.setAttribute(name, value);
  }
}
