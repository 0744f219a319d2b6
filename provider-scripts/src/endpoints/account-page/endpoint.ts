/**
 * `/my-account`: a user's own page (contract, section 11), authenticated by the browser's session. It works without scripts: each action is a
 * form, and ends with a redirect, so that a reload repeats none.
 */
import type { InputStream, KeycloakSession, Response } from 'keycloak';
import { pathBelow } from '../../http/request/own-path.ts';
import { ACCOUNT_PAGE_RESOURCE } from '../../platform/keycloak/resources.ts';
import { hasAccountPage } from '../../realm/settings/account-page-policy.ts';
import { openAccountPage } from './steps.ts';

const NotFoundException = Java.type('jakarta.ws.rs.NotFoundException');

/** The endpoint's functions as the host calls them. */
export const ACCOUNT_PAGE = {
  handle(session: KeycloakSession, method: string, _body: InputStream): Response {
    // Responds as for an unknown path.
    if (!hasAccountPage(session)) throw new NotFoundException();
    return openAccountPage({ session, method, path: pathBelow(session, ACCOUNT_PAGE_RESOURCE) });
  },
};
