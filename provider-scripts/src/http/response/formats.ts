/** The error format of each resource below a realm: Keycloak's use the protocol's. */
import {
  ACCOUNT_PAGE_RESOURCE,
  ADMIN_PAGES_RESOURCE,
  EMAIL_EVENTS_RESOURCE,
  LOGO_RESOURCE,
} from '../../platform/keycloak/resources.ts';
import type { ErrorFormat } from './error-body.ts';

/** The resources that our scripts serve. */
export const OWN_RESOURCES = {
  'request-magic-link': 'rest',
  'verify-email': 'both',
  invitation: 'both',
  'new-device': 'both',
  'sign-in-state': 'rest',
  session: 'rest',
  [LOGO_RESOURCE]: 'rest',
  [EMAIL_EVENTS_RESOURCE]: 'rest',
  [ADMIN_PAGES_RESOURCE]: 'rest',
  [ACCOUNT_PAGE_RESOURCE]: 'rest',
} as const satisfies Record<string, ErrorFormat>;

/** The error format of a resource; an unknown name is Keycloak's. */
export function formatOf(resource: string): ErrorFormat {
  return Object.hasOwn(OWN_RESOURCES, resource)
    ? OWN_RESOURCES[resource as keyof typeof OWN_RESOURCES]
    : 'protocol';
}
