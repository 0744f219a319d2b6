/** A realm as Keycloak's Operator imports it: a KeycloakRealmImport, whose placeholders are filled from a secret. */

import type { Json, JsonObject } from '../json.ts';

/** Of `deploy/kubernetes/operator`; the realm is imported into its server. */
const SERVER = 'linkgate';
const SECRET = 'linkgate-smtp';
/** The secret's keys by placeholder. */
const KEYS: Readonly<Record<string, string>> = {
  SMTP_HOST: 'host',
  SMTP_PORT: 'port',
  EMAIL_FROM: 'from',
  SMTP_USERNAME: 'username',
  SMTP_PASSWORD: 'password',
};

/**
 * @param realm a RealmRepresentation
 * @param placeholders what its texts have as `${NAME}`
 * @throws Error for a placeholder that the secret doesn't have
 */
export function realmImport(realm: JsonObject, placeholders: Iterable<string>): JsonObject {
  return {
    apiVersion: 'k8s.keycloak.org/v2beta1',
    kind: 'KeycloakRealmImport',
    metadata: { name: SERVER },
    spec: {
      keycloakCRName: SERVER,
      placeholders: Object.fromEntries([...placeholders].map((name) => [name, secretFor(name)])),
      realm,
    },
  };
}

function secretFor(name: string): Json {
  const key = KEYS[name];
  if (key === undefined) throw new Error(`the secret ${SECRET} has nothing for ${name}`);
  return { secret: { name: SECRET, key } };
}
