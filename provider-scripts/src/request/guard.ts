/** What judges a request before Keycloak does. */
import type { ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import type { Parameters } from './parameters.ts';

/** A guard gives the answer that ends a request, or null; `form` is what its body holds, null where that is no form. */
export type Guard = (
  session: KeycloakSession,
  request: ContainerRequestContext,
  form: Parameters | null,
) => Response | null;
