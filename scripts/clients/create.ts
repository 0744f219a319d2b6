/** Creates a client with the defaults from realm-config/client.json, in the state pending. */
import { MACHINE_FIELDS, wrongRedirectUri } from '../../provider-scripts/src/clients/new-client.ts';
import { CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { explainFailure } from '../admin/failure.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { Failure } from '../failure.ts';
import type { JsonObject } from '../json.ts';
import { creation } from '../seed/change.ts';
import { newClient } from '../seed/desired-realms.ts';
import type { Plan } from '../seed/plan.ts';
import { mapperRepresentation } from '../seed/protocol-mappers.ts';
import { findClient } from './find.ts';

/** The options for a new client. */
export interface ClientOptions {
  readonly 'redirect-uri'?: readonly string[] | undefined;
  readonly 'web-origin'?: readonly string[] | undefined;
  readonly name?: string | undefined;
  readonly public?: boolean | undefined;
  readonly machine?: boolean | undefined;
  readonly approved?: boolean | undefined;
}

/**
 * Creates the client; the result contains the secret that Keycloak generates for a confidential client.
 * @throws Failure if the client ID already exists, or the server rejects the client
 */
export async function createClient(
  admin: RealmAdmin,
  clientId: string,
  options: ClientOptions,
): Promise<Plan> {
  const { client, realm } = admin;
  const own = fieldsOf(options);
  const approval = options.approved ? 'approved' : 'pending';
  if ((await client.clients.find({ realm, clientId })).length > 0)
    throw new Failure(`client ${clientId}: already exists in realm ${realm}`);
  return {
    preview: async () => ({ changes: creation(realm, `client ${clientId}`, { approval, ...own }) }),
    apply: async () => {
      const { declared, assignment } = await newClient({
        clientId,
        ...own,
        attributes: { [CLIENT.approval.name]: approval },
      });
      const representation = {
        realm,
        ...declared.fields,
        clientId,
        protocol: 'openid-connect',
        protocolMappers: declared.protocolMappers.map(mapperRepresentation),
        defaultClientScopes: [...assignment.default],
        optionalClientScopes: [...assignment.optional],
      };
      await client.clients.create(representation).catch((error: unknown) => {
        throw explainFailure(`client ${clientId}`, error);
      });
      const { secret, publicClient } = await findClient(admin, clientId);
      const text = `client ${clientId}: created, ${approval}`;
      if (publicClient) return { result: { client_id: clientId, approval }, text };
      return {
        result: { client_id: clientId, approval, client_secret: secret },
        text: `${text}\nthe secret, shown only this once:\n${secret}`,
      };
    },
  };
}

function fieldsOf({ name, machine, ...options }: ClientOptions): JsonObject {
  const { 'redirect-uri': redirectUris = [], 'web-origin': webOrigins = [] } = options;
  if (machine && (options.public || redirectUris.length > 0))
    throw new WrongUsage('--machine: a machine has a secret, and no user to redirect');
  if (!machine && redirectUris.length === 0)
    throw new WrongUsage('--redirect-uri: required unless --machine is given');
  const wrong = wrongRedirectUri(redirectUris);
  if (wrong !== undefined)
    throw new WrongUsage(`--redirect-uri: "${wrong}" is not an absolute URI without wildcard or fragment`);
  return {
    ...(name === undefined ? {} : { name }),
    redirectUris,
    webOrigins,
    publicClient: options.public === true,
    ...(machine ? MACHINE_FIELDS : {}),
  };
}
