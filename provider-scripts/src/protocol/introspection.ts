/** Whose access tokens are good, and who may introspect them (design, section 3). */
import type { AccessToken, ClientModel } from 'keycloak';
import { isApproved } from './client.ts';

/** The functions as the host calls them; Keycloak's own checks come on top. */
export const INTROSPECTION = {
  /** A token of a client that isn't approved any more is inactive. */
  isGood: (issuedTo: ClientModel): boolean => isApproved(issuedTo),
  /** A client may ask about the tokens that it was issued; for others Keycloak looks at the audience. */
  mayAsk: (asking: ClientModel, token: AccessToken): boolean => asking.getClientId() === token.getIssuedFor(),
};
