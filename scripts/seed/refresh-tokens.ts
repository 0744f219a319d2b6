/** What Keycloak needs for a client whose users stay signed in: attributes and the scope `offline_access`, derived from one setting. */

import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import {
  keycloakAttributes,
  OFFLINE_SCOPE,
  outlivesSession,
} from '../../provider-scripts/src/clients/refresh-tokens.ts';
import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { DesiredAssignment } from './scope-assignment.ts';

/** The fields and client scopes of one client. */
interface Declaration {
  readonly fields: JsonObject;
  readonly assignment: DesiredAssignment;
}

/**
 * Adds what follows from the client's setting.
 * @param actual the client on the server, whose setting stays if none is declared: an administrator may have changed it
 */
export function withRefreshTokens(
  { fields, assignment }: Declaration,
  actual?: ClientRepresentation,
): Declaration {
  const declared = isJsonObject(fields.attributes) ? fields.attributes : {};
  const current = (actual?.attributes ?? {}) as Readonly<Record<string, unknown>>;
  const setting = Object.hasOwn(declared, CLIENT.refreshTokens.name)
    ? declared[CLIENT.refreshTokens.name]
    : current[CLIENT.refreshTokens.name];
  const stay = readSetting(CLIENT.refreshTokens, setting);
  const derived = Object.entries(keycloakAttributes(stay)).filter(
    // An attribute that isn't there needs no removal.
    ([name, value]) => value !== null || Object.hasOwn(current, name),
  );
  return {
    fields: { ...fields, attributes: { ...declared, ...Object.fromEntries(derived) } },
    assignment: outlivesSession(stay)
      ? {
          ...assignment,
          default: [...assignment.default, OFFLINE_SCOPE],
          none: assignment.none.filter((scope) => scope !== OFFLINE_SCOPE),
        }
      : assignment,
  };
}
