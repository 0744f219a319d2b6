/** Which access tokens are active, and which clients may introspect them (contract, section 4.6). */
import type { AccessToken, ClientModel } from 'keycloak';
import { isApproved } from '../../../client/client.ts';

/** The `typ` of Keycloak's access tokens; an ID token has another. */
const ACCESS_TOKEN_TYPE = 'Bearer';

/** The functions as the host calls them; Keycloak's own checks are applied as well. */
export const INTROSPECTION = {
  /** Only access tokens are active, and only those of a client that is still approved. */
  isActive: (issuedTo: ClientModel, token: AccessToken): boolean =>
    token.getType() === ACCESS_TOKEN_TYPE && isApproved(issuedTo),
  /** A client may introspect tokens issued to it; for others Keycloak checks the audience. */
  mayIntrospect: (requester: ClientModel, token: AccessToken): boolean =>
    requester.getClientId() === token.getIssuedFor(),
};
