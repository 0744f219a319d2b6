/** Fields of the forms of our own pages. */
import type { KeycloakSession } from 'keycloak';

/** A field of the request's form; null if there is no such field, or no form. */
export function formField(session: KeycloakSession, name: string): string | null {
  return session.getContext().getHttpRequest().getDecodedFormParameters()?.getFirst(name) ?? null;
}
