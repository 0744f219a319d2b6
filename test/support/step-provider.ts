/** An identity provider of a realm with the step: it says who the user is by whatever the test names. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { admin } from './admin.ts';
import type { Agent, Page } from './agent.ts';
import type { SiteClient } from './site.ts';
import { type StepRealm, type StepUser, startSignIn } from './step-realm.ts';

/** The provider. */
export interface StepProvider {
  alias: string;
  /** Signs in there as the user with this address; returns the page that Keycloak shows next. */
  signIn(agent: Agent, client: SiteClient, email: string): Promise<Page>;
  update(fields: Record<string, unknown>): Promise<void>;
  /** Links an account to the user there who has its address. */
  linkTo(user: StepUser): Promise<void>;
  close(): Promise<void>;
}

/** Starts it and adds it to the realm, with further settings. */
export async function makeStepProvider(
  realm: StepRealm,
  config: Record<string, string> = {},
): Promise<StepProvider> {
  // The code, and then the token, contains the user's claims.
  const server = createServer(async (request, response) => {
    const code = new URLSearchParams(await text(request)).get('code');
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(
      request.method === 'POST'
        ? JSON.stringify({ access_token: code, token_type: 'Bearer' })
        : Buffer.from(token, 'base64url').toString(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const alias = `idp-${randomBytes(4).toString('hex')}`;
  const at = { realm: realm.name, alias };
  await (await admin()).identityProviders.create({
    realm: realm.name,
    alias,
    providerId: 'oauth2',
    enabled: true,
    trustEmail: true,
    config: {
      clientId: 'keycloak',
      clientSecret: 'secret',
      clientAuthMethod: 'client_secret_post',
      authorizationUrl: `${url}/auth`,
      tokenUrl: `${url}/token`,
      userInfoUrl: `${url}/userinfo`,
      ...config,
    },
  });
  return {
    alias,
    signIn: async (agent, client, email) => {
      const page = await startSignIn(realm, client, agent);
      const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
      const there = await agent.request(
        `${realm.baseUrl}/broker/${alias}/login?${new URL(action).searchParams}`,
      );
      const { searchParams } = new URL(there.headers.get('location') ?? '');
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('code', Buffer.from(JSON.stringify({ sub: email, email })).toString('base64url'));
      return await agent.open(back.href);
    },
    update: async (fields) => {
      const api = await admin();
      const before = await api.identityProviders.findOne(at);
      await api.identityProviders.update(at, { ...before, ...fields });
    },
    linkTo: async ({ id, email, username }) => {
      const api = await admin();
      await api.users
        .delFromFederatedIdentity({ realm: realm.name, id, federatedIdentityId: alias })
        .catch(() => {});
      await api.users.addToFederatedIdentity({
        realm: realm.name,
        id,
        federatedIdentityId: alias,
        federatedIdentity: { identityProvider: alias, userId: email, userName: username },
      });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
