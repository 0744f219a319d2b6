/** What checks a request before Keycloak does. */
import type { ContainerRequestContext, KeycloakSession, Response } from 'keycloak';
import type { Parameters } from './parameters.ts';

/** A guard returns the response that ends a request, or null; `form` is the content of its body, null if that isn't a form. */
export type Guard = (
  session: KeycloakSession,
  request: ContainerRequestContext,
  form: Parameters | null,
) => Response | null;
