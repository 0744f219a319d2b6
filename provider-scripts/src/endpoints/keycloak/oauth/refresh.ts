/** A refresh, once Keycloak holds its lock for uses of the token and has validated token, session and user. */
import type { ClientSessionContext, KeycloakSession } from 'keycloak';
import { isBuiltIn } from '../../../clients/client.ts';
import { corsProblemResponse } from './guards.ts';
import { admitRefresh } from './resource.ts';
import { REFRESH_GRANT } from './token/validate.ts';

const WebApplicationException = Java.type('jakarta.ws.rs.WebApplicationException');

/** The refresh grant's function as the host calls it. */
export const REFRESHES = {
  /** Called before Keycloak creates the new access token, and before it uses the refresh token up. */
  granting(session: KeycloakSession, context: ClientSessionContext): void {
    const client = context.getClientSession().getClient();
    if (isBuiltIn(client.getClientId())) return;
    const form = session.getContext().getHttpRequest().getDecodedFormParameters();
    const wrong = admitRefresh(session, client, form?.getFirst(REFRESH_GRANT) ?? '', context);
    if (wrong === null) return;
    session.getTransactionManager().setRollbackOnly();
    throw new WebApplicationException(corsProblemResponse(session, wrong, client));
  },
};
