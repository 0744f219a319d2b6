/** Checks of a request before Keycloak's. */
import type { ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import type { Parameters } from './parameters.ts';

/** Returns a response that rejects the request, or null; `form` is the parsed body, null if it isn't a form. */
export type Guard = (
  session: KeycloakSession,
  request: ContainerRequestContext,
  form: Parameters | null,
) => Response | null;
