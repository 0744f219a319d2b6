/** Clients that a test creates in the sample realm in order to change or delete them. */
import { randomBytes } from 'node:crypto';
import type ClientRepresentation from '@keycloak/keycloak-admin-client/lib/defs/clientRepresentation.js';
import { admin, REALM } from './admin.ts';
import { passNotBefore } from './not-before.ts';
import { changeClient } from './plant.ts';
import type { SiteClient } from './site.ts';

/** A client and an administrator's changes to it. */
export interface OwnClient extends SiteClient {
  client_secret: string;
  /** Changes fields; attributes that aren't named stay. */
  update(fields: ClientRepresentation): Promise<void>;
  /** Once it is approved, sign-ins begin anew. */
  setApproval(approval: 'pending' | 'approved' | 'suspended' | 'rejected' | 'deleted'): Promise<void>;
  /** Adds another client to the audience of its tokens. */
  addAudience(clientId: string): Promise<void>;
  remove(): Promise<void>;
}

/** Creates a client that differs from the sample client `demo-web` in its ID, its secret and the given fields. */
export async function makeClient(fields: ClientRepresentation = {}): Promise<OwnClient> {
  const api = await admin();
  const [model] = await api.clients.find({ realm: REALM, clientId: 'demo-web' });
  const { clientId = `test-${randomBytes(4).toString('hex')}` } = fields;
  const secret = randomBytes(16).toString('hex');
  const { id: _, protocolMappers: __, ...like } = model ?? {};
  const { id } = await api.clients.create({
    realm: REALM,
    ...like,
    clientId,
    secret,
    protocolMappers: [audience(clientId)],
    ...fields,
  });
  const update = async (change: ClientRepresentation) => changeClient(await admin(), REALM, id, change);
  return {
    client_id: clientId,
    client_secret: secret,
    redirect_uri: fields.redirectUris?.[0] ?? like.redirectUris?.[0] ?? '',
    update,
    setApproval: async (approval) => {
      await update({ attributes: { 'linkgate.approval': approval } });
      if (approval === 'approved') await passNotBefore(clientId);
    },
    addAudience: async (other) => {
      await (await admin()).clients.addProtocolMapper({ realm: REALM, id }, audience(other));
    },
    remove: async () => {
      await (await admin()).clients.del({ realm: REALM, id });
    },
  };
}

function audience(clientId: string) {
  return {
    name: `audience ${clientId}`,
    protocol: 'openid-connect',
    protocolMapper: 'oidc-audience-mapper',
    config: {
      'included.client.audience': clientId,
      'access.token.claim': 'true',
      'id.token.claim': 'false',
      'introspection.token.claim': 'false',
    },
  };
}
