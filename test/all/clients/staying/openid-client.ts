/** An application on Node made with openid-client. */
import * as oidc from 'openid-client';
import { newBrowser } from '../../../support/relying-party/browsing.ts';
import { configure, signInWith } from '../../../support/relying-party/openid-client.ts';
import type { StayingParty, Stored } from '../../../support/relying-party/staying-party.ts';

const CALLBACK = '/callback';

/** A user's tokens, which each renewal replaces. */
function storing(config: () => oidc.Configuration, first: oidc.TokenEndpointResponse) {
  let tokens = first;
  const renew = async () => {
    try {
      tokens = await oidc.refreshTokenGrant(config(), tokens.refresh_token ?? '');
      return tokens.access_token;
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return undefined;
      throw error;
    }
  };
  return {
    renew,
    copy: async (): Promise<Stored> => storing(config, tokens),
    idToken: () => tokens.id_token,
  };
}

export const openidClient: StayingParty = {
  name: 'openid-client',
  needs: 'Node',
  isHere: async () => true,
  install: async () => {},
  fields: (url) => ({ redirectUris: [`${url}${CALLBACK}`] }),
  start: async ({ client, url }) => {
    let config = await configure(client);
    return {
      signIn: async (email) => {
        const agent = newBrowser();
        const redirectUri = { redirect_uri: `${url}${CALLBACK}` };
        const tokens = await signInWith(config, redirectUri, email, { agent });
        const { renew, copy, idToken } = storing(() => config, tokens);
        const signOut = async () => {
          const { href } = oidc.buildEndSessionUrl(config, { id_token_hint: idToken() ?? '' });
          await agent.open(href);
        };
        return { renew, copy, signOut };
      },
      shiftClock: async (seconds) => {
        config = await configure(client, undefined, { [oidc.clockSkew]: seconds });
      },
      stop: async () => {},
    };
  },
};
