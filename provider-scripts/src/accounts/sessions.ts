/** The sessions of an account. */
import type { ClientModel, KeycloakSession, UserModel, UserSessionModel } from 'keycloak';
import { readUserAgent, type UserAgent } from '../http/request/user-agent.ts';
import { requireRealm } from '../platform/keycloak/realm.ts';
import { DEVICE_NOTE } from './refresh-tokens.ts';

const DeviceActivityManager = Java.type('org.keycloak.device.DeviceActivityManager');

/** A session; times are Unix seconds. */
export interface ListedSession {
  id: string;
  startedAt: number;
  lastAccessAt: number;
  ipAddress: string | null;
  /** The account's row on the device that remembers it; null for a sign-in in a browser that isn't remembered. */
  device: string | null;
  clients: ClientModel[];
  /** The browser that started it, as far as it is known. */
  agent: UserAgent;
}

/** Lists an account's sessions, the most recently used first, at most `max`. */
export function listSessions(session: KeycloakSession, user: UserModel, max: number): ListedSession[] {
  const realm = requireRealm(session);
  const sessions: ListedSession[] = [];
  for (const live of session.sessions().getUserSessionsStream(realm, user).limit(max).toList()) {
    const clients: ClientModel[] = [];
    for (const uuid of live.getAuthenticatedClientSessions().keySet().toArray()) {
      const client = realm.getClientById(uuid);
      if (client !== null) clients.push(client);
    }
    sessions.push({
      id: live.getId(),
      startedAt: live.getStarted(),
      lastAccessAt: live.getLastSessionRefresh(),
      ipAddress: live.getIpAddress(),
      device: live.getNote(DEVICE_NOTE),
      clients: clients.sort((one, other) => (one.getClientId() < other.getClientId() ? -1 : 1)),
      agent: agentOf(live),
    });
  }
  return sessions.sort(newestFirst);
}

/** Keycloak stores names that a general parser found: of these, only known ones count, as of the header itself. */
function agentOf(live: UserSessionModel): UserAgent {
  const device = DeviceActivityManager.getCurrentDevice(live);
  return readUserAgent(device === null ? null : `${device.getBrowser()} ${device.getOs()}`);
}

/** Sorted here, as Keycloak returns them in no order. */
function newestFirst(one: ListedSession, other: ListedSession): number {
  return (
    other.lastAccessAt - one.lastAccessAt || other.startedAt - one.startedAt || (one.id < other.id ? -1 : 1)
  );
}
