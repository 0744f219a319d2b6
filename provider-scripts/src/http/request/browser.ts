/** The browser that sent this request. */
import type { KeycloakSession } from 'keycloak';
import { headerOf } from '../../platform/session/headers.ts';
import { agentName, readUserAgent, type UserAgent } from './user-agent.ts';

/** Its name and its operating system's, as far as they are known. */
export function browserOf(session: KeycloakSession): UserAgent {
  return readUserAgent(headerOf(session, 'User-Agent'));
}

/** Both in one text; null if neither is known. */
export function browserNameOf(session: KeycloakSession): string | null {
  return agentName(browserOf(session));
}
