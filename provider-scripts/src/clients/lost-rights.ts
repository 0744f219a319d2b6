/**
 * What a client was issued ends for good once the client loses the right to it: its approval, being enabled, refresh tokens of this kind, or a
 * sign-in at a lower level. One rule for every way to change a client: Linkgate's API, Keycloak's API and console, imports, registration.
 */

import type { ClientModel, KeycloakSession } from 'keycloak';
import { currentTime } from '../platform/engine/clock.ts';
import { sessionValue } from '../platform/session/values.ts';
import { minimumLevel } from '../realm/levels/requested-level.ts';
import { settingOf } from '../realm/settings/of.ts';
import { CLIENT } from '../realm/settings/table.ts';
import { DEFAULT_RIGHTS, losesRight, readRights, rightsText, rightsWith } from './rights.ts';

/** The clients that this request has created. */
const CREATED = sessionValue<Record<string, true>>('created-clients');

/** Records that a client was just created: whatever its settings are, it has lost nothing. */
export function recordCreated(session: KeycloakSession, client: ClientModel): void {
  CREATED.record(session, { ...CREATED.of(session), [client.getId()]: true });
}

/**
 * Revokes what was issued so far, also within this second, if the client lost a right: it stays revoked if the right comes back. Called for each
 * change of a client, within its transaction.
 */
export function endLostRights(session: KeycloakSession, client: ClientModel): void {
  const before = readRights(client.getAttribute(CLIENT.rights.name)) ?? DEFAULT_RIGHTS;
  const rights = rightsWith(
    client.isEnabled(),
    settingOf(client, CLIENT.approval),
    settingOf(client, CLIENT.refreshTokens),
    Math.max(DEFAULT_RIGHTS.minimumLevel, minimumLevel(client) ?? DEFAULT_RIGHTS.minimumLevel),
  );
  const isNew = Object.hasOwn(CREATED.of(session) ?? {}, client.getId());
  if (losesRight(before, rights) && !isNew) client.setNotBefore(currentTime() + 1);
  if (rightsText(before) !== rightsText(rights)) client.setAttribute(CLIENT.rights.name, rightsText(rights));
}
