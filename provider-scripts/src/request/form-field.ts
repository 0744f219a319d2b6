/** What the forms of this endpoint's own pages send. */
import type { KeycloakSession } from 'keycloak';

/** A field of the request's form; null where it has none, or no form. */
export function formField(session: KeycloakSession, name: string): string | null {
  return session.getContext().getHttpRequest().getDecodedFormParameters()?.getFirst(name) ?? null;
}
