/** The page on which the browser solves a challenge, and sends the form again that caused an email. */
import type { KeycloakSession } from 'keycloak';
import type { JsonValue } from '../../platform/engine/json-value.ts';
import type { Problem } from '../../platform/errors/problem.ts';
import { requireRealm } from '../../platform/keycloak/realm.ts';
import { settingOf } from '../../realm/settings/of.ts';
import { REALM } from '../../realm/settings/table.ts';
import { originsOf } from '../../realm/shield/services.ts';
import { headersAllowing } from '../response/allowing.ts';

/** Its template. */
export const SHIELD_PAGE = 'linkgate-shield.ftl';

/** The field with the response to the challenge. */
const RESPONSE_FIELD = 'shield_response';

function formOf(session: KeycloakSession) {
  return session.getContext().getHttpRequest().getDecodedFormParameters();
}

/** The response to a challenge in the request's form; null if it has none. Of two, neither counts. */
export function shieldResponse(session: KeycloakSession): string | null {
  const given = formOf(session)?.get(RESPONSE_FIELD) ?? null;
  if (given === null || given.size() === 0) return null;
  return given.size() === 1 ? given.get(0) : '';
}

/** What the page shows. After a response that proved nothing, a challenge is solved only if the user wants it. */
export function shieldAttributes(
  session: KeycloakSession,
  { challenge = {}, parameter }: Problem,
): Record<string, JsonValue> {
  const form = formOf(session);
  const fields: { name: string; value: string }[] = [];
  for (const name of form?.keySet().toArray() ?? [])
    if (name !== RESPONSE_FIELD) fields.push({ name, value: form?.getFirst(name) ?? '' });
  return {
    ...('service' in challenge
      ? { service: challenge as Record<string, JsonValue> }
      : { challenge: JSON.stringify(challenge) }),
    fields,
    isFormResponse: true,
    isRepeated: parameter === RESPONSE_FIELD,
  };
}

/** The headers of the page, beside Keycloak's: what it takes to load the service's widget; none without a service. */
export function shieldHeaders(session: KeycloakSession, { challenge = {} }: Problem): Record<string, string> {
  const service = settingOf(requireRealm(session), REALM.shieldService);
  return service === null || !('service' in challenge) ? {} : headersAllowing(session, originsOf(service));
}
