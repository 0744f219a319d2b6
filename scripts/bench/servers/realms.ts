/** The realms of a server under load: the sample realm of Linkgate, and a plain one for Keycloak's own part. */
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type UserRepresentation from '@keycloak/keycloak-admin-client/lib/defs/userRepresentation.js';
import { seed } from '../../seed/seed.ts';
import { randomSecret, type Secrets } from '../../server/secrets.ts';
import { seedVariables } from '../../start/sample.ts';
import { SAMPLE_MAIL } from '../../start/settings.ts';
import { person } from '../load/people.ts';
import { PASSWORD } from '../load/plain-realm.ts';
import type { RelyingParty } from '../load/sign-in.ts';

export const LINKGATE_REALM = 'linkgate';
export const PLAIN_REALM = 'plain';
/** Nobody listens there: codes are taken from the redirect. */
const DEMO_PORT = 3000;
/** Each password is hashed when its account is made, which takes a tenth of a second. */
const PEOPLE_WITH_PASSWORD = 32;
const IMPORTED_AT_ONCE = 500;

/** Makes the sample realm as `npm start` does; its mail goes to that port. The result is its client `demo-web`. */
export async function makeLinkgateRealm(
  serverUrl: string,
  admin: { username: string; password: string },
  secrets: Secrets,
  smtpPort: number,
): Promise<{ client: RelyingParty; service: Omit<RelyingParty, 'redirect_uri'> }> {
  const mail = { ...SAMPLE_MAIL, port: smtpPort };
  const variables = seedVariables(secrets, { demoPort: DEMO_PORT, mail });
  await seed({ serverUrl, admin, variables, realms: [LINKGATE_REALM] });
  return {
    client: {
      client_id: 'demo-web',
      client_secret: secrets.DEMO_WEB_SECRET,
      redirect_uri: `http://localhost:${DEMO_PORT}/callback`,
    },
    service: { client_id: 'demo-service', client_secret: secrets.DEMO_SERVICE_SECRET },
  };
}

/** Makes a realm as Keycloak has it, with a client for all that the load does there, and people with passwords. */
export async function makePlainRealm(api: KeycloakAdminClient): Promise<RelyingParty> {
  const client = {
    client_id: 'yardstick',
    client_secret: randomSecret(),
    redirect_uri: `http://localhost:${DEMO_PORT}/callback`,
  };
  const users = Array.from({ length: PEOPLE_WITH_PASSWORD }, (_, number) => ({
    ...account(person(number).email),
    firstName: 'Some',
    lastName: 'Body',
    credentials: [{ type: 'password', value: PASSWORD }],
  }));
  await api.realms.create({
    realm: PLAIN_REALM,
    enabled: true,
    users,
    clients: [
      {
        clientId: client.client_id,
        secret: client.client_secret,
        redirectUris: [client.redirect_uri],
        serviceAccountsEnabled: true,
      },
    ],
  });
  return client;
}

/** The person of that number among those with passwords, over and over. */
export function personWithPassword(number: number) {
  return person(number % PEOPLE_WITH_PASSWORD);
}

/** Makes the people numbered `first` to `last` without one more, who have consented to what that account has. */
export async function importPeople(
  api: KeycloakAdminClient,
  { first, last, like }: { first: number; last: number; like: string },
): Promise<void> {
  const realm = LINKGATE_REALM;
  const [model] = await api.users.find({ realm, email: like, exact: true });
  const consents = await api.users.listConsents({ realm, id: model?.id ?? '' });
  const clientConsents = consents.map(({ clientId, grantedClientScopes }) => ({
    clientId: clientId ?? '',
    grantedClientScopes: grantedClientScopes ?? [],
  }));
  for (let from = first; from < last; from += IMPORTED_AT_ONCE) {
    const length = Math.min(IMPORTED_AT_ONCE, last - from);
    const users = Array.from({ length }, (_, i) => ({
      ...account(person(from + i).email),
      clientConsents,
    }));
    await api.realms.partialImport({ realm, rep: { ifResourceExists: 'SKIP', users } });
  }
}

function account(email: string): UserRepresentation {
  return { username: email, email, emailVerified: true, enabled: true };
}
