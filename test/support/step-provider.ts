/** An identity provider of a realm with the step: it says who the user is by whatever the test names. */
import { admin } from './admin.ts';
import type { Agent, Page } from './agent.ts';
import { makeIdentityProvider, sentTo } from './identity-provider.ts';
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
  const { alias, returnTo, close } = await makeIdentityProvider({ trustEmail: true, config }, realm.name);
  const at = { realm: realm.name, alias };
  return {
    alias,
    signIn: async (agent, client, email) => {
      const page = await startSignIn(realm, client, agent);
      return await agent.open(
        returnTo(await sentTo(agent, realm.baseUrl, page, alias), { sub: email, email }),
      );
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
    close,
  };
}
