/** Nodes on databases of their own at the nodes' server, and links that earlier releases stored there. */
import { SignJWT } from 'jose';
import { inject } from 'vitest';
import type { LinkRequest } from '../../provider-scripts/src/links/magic-link/link.ts';
import type { Home } from '../../scripts/server/home.ts';
import type { DatabaseAddress, RunningNode } from '../../scripts/server/node.ts';
import { withClient } from '../../scripts/server/postgres.ts';
import { clusterHome } from './cluster-home.ts';
import { partPath } from './part.ts';
import { startOwnNode } from './variant.ts';

/** A node, and its own URL: links have the realm's. */
export type StoredNode = RunningNode & { own: string };

/** The database of that name. */
export function databaseOf(name: string): DatabaseAddress {
  return { ...inject('cluster').database, name };
}

/** Starts a node on a database: this release, unless another home is given. */
export async function startOn(name: string, home?: Home): Promise<StoredNode> {
  const node = await startOwnNode({
    home: home ?? (await clusterHome()),
    hostname: inject('site').serverUrl,
    database: databaseOf(name),
    extraArgs: ['--cache=local'],
    logFile: partPath('cluster', `${name}.log`),
  });
  return { ...node, own: node.url };
}

/** The lines of the log for which a node didn't start on a database. */
export async function startFailure(name: string): Promise<string> {
  return await startOn(name).then(
    async ({ stop }) => {
      await stop();
      return 'it started';
    },
    (error: Error & { details?: string[] }) => error.details?.join('\n') ?? error.message,
  );
}

/** The link that was sent to an address, re-signed with the key of the realm in a database; it leads to a node's own URL. */
export async function signedLinkTo(email: string, name: string, { own }: StoredNode): Promise<string> {
  const { web } = inject('site').clients;
  const { rows, key } = await withClient(databaseOf(name), async (client) => ({
    rows: (await client.query('SELECT * FROM LINKGATE_LINK WHERE EMAIL = $1', [email])).rows,
    key: (
      await client.query<{ name: string; value: string }>(
        "SELECT G.NAME, G.VALUE FROM COMPONENT_CONFIG G JOIN COMPONENT C ON C.ID = G.COMPONENT_ID JOIN REALM R ON R.ID = C.REALM_ID WHERE R.NAME = 'linkgate' AND C.PROVIDER_ID = 'hmac-generated'",
      )
    ).rows,
  }));
  const configured = (field: string) => key.find((one) => one.name === field)?.value ?? '';
  const [row] = rows as { jti: string; request: string; issued_at: string; expires_at: string }[];
  const { redirectUri, notes } = JSON.parse(row?.request ?? '{}') as LinkRequest;
  const { state, nonce } = notes;
  const token = await new SignJWT({
    email,
    client_id: web.client_id,
    redirect_uri: redirectUri,
    ...{ ...(state && { state }), ...(nonce && { nonce }) },
    ...{ iat: Number(row?.issued_at), exp: Number(row?.expires_at), jti: row?.jti ?? '' },
  })
    .setProtectedHeader({ alg: 'HS512', kid: configured('kid'), typ: 'magic-link+jwt' })
    .sign(Buffer.from(configured('secret'), 'base64url'));
  return `${own}/realms/linkgate/verify-email?token=${token}`;
}
