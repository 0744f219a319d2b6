/** The relying parties with a server of their own: one code, a client and a branding each; one of them in the realm with closed sign-up. */
import type { Configuration } from 'openid-client';
import type { RunFile } from '../../run-file.ts';
import { APPLICATIONS } from '../html/branding.ts';
import { lazyConfiguration } from './configuration.ts';

export const PARTY_IDS = ['web', 'shop', 'beta'] as const;

export type PartyId = (typeof PARTY_IDS)[number];

/** Paths on the demo; `callback` is what the client has registered (`realm-config/realms`). */
export const PATHS = {
  web: {
    home: APPLICATIONS.web.home,
    signIn: '/web/sign-in',
    signOut: '/web/sign-out',
    callback: '/callback',
  },
  shop: {
    home: APPLICATIONS.shop.home,
    signIn: '/shop/sign-in',
    signOut: '/shop/sign-out',
    callback: '/shop/callback',
  },
  beta: {
    home: APPLICATIONS.beta.home,
    signIn: '/beta/sign-in',
    signOut: '/beta/sign-out',
    callback: '/beta/callback',
  },
} as const satisfies Record<PartyId, object>;

export interface Party {
  readonly id: PartyId;
  readonly name: string;
  /** The issuer of the realm that signs users in. */
  readonly baseUrl: string;
  readonly paths: (typeof PATHS)[PartyId];
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
  /** The server's metadata and the client's credentials; see `lazyConfiguration`. */
  configuration(): Promise<Configuration>;
}

/** `origin` is the demo's own, without a slash at its end. */
export function describeParty(id: PartyId, origin: string, run: RunFile): Party {
  const [baseUrl, client] =
    id === 'beta' ? [run.beta.base_url, run.beta.clients.web] : [run.base_url, run.clients[id]];
  return {
    id,
    name: APPLICATIONS[id].name,
    baseUrl,
    paths: PATHS[id],
    redirectUri: `${origin}${PATHS[id].callback}`,
    postLogoutRedirectUri: `${origin}/`,
    configuration: lazyConfiguration(baseUrl, client),
  };
}
