/** The request of a link that enters a client's own flow in a stock realm, and that no page of that flow requested. */
import { LANDING_NOTE } from '../../clients/landing.ts';
import { BROWSER_FLOW_PATH } from '../../platform/keycloak/flow-paths.ts';
import type { LinkRequest } from './link.ts';

export const OPENID_CONNECT = 'openid-connect';

/** The request of a sign-in that ends at the client's own start or home page, with a session and without a code. */
export function landingRequest(notes: Record<string, string>): Omit<LinkRequest, 'ofStep'> {
  return { redirectUri: '', notes: { ...notes, [LANDING_NOTE]: 'true' }, lands: true };
}

/** The request with the step that the link completes: the id of its execution. */
export function intoFlow(
  request: Omit<LinkRequest, 'ofStep'>,
  step: string,
  protocol: string,
): LinkRequest & Required<Pick<LinkRequest, 'ofStep'>> {
  return { ...request, step, ofStep: { flowPath: BROWSER_FLOW_PATH, protocol, conditions: [] } };
}
