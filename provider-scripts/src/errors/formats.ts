/** In which form a resource below a realm says what is wrong: ours in their own, Keycloak's in the protocol's. */
import type { AnswerFormat } from './answer-body.ts';

/** The resources that our scripts serve. */
export const OWN_RESOURCES = {
  'request-magic-link': 'rest',
  'verify-email': 'both',
  invitation: 'both',
  'sign-in-state': 'rest',
  session: 'rest',
} as const satisfies Record<string, AnswerFormat>;

/** The form of a resource's errors; a name that isn't known is Keycloak's. */
export function formatOf(resource: string): AnswerFormat {
  return Object.hasOwn(OWN_RESOURCES, resource)
    ? OWN_RESOURCES[resource as keyof typeof OWN_RESOURCES]
    : 'protocol';
}
