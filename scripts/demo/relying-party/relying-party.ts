/** The relying parties with a server: they share this code, and each has its own client and branding. `beta` uses the realm with closed sign-up. */
import type { Configuration } from 'openid-client';
import type { RunFile } from '../../run-file.ts';
import { APPLICATIONS } from '../html/branding.ts';
import { lazyConfiguration } from './configuration.ts';

export const RELYING_PARTY_IDS = ['web', 'shop', 'beta'] as const;

export type RelyingPartyId = (typeof RELYING_PARTY_IDS)[number];

/** Paths on the demo; `callback` is the client's registered redirect URI (`realm-config/realms`). */
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
} as const satisfies Record<RelyingPartyId, object>;

export interface RelyingParty {
  readonly id: RelyingPartyId;
  readonly name: string;
  /** The issuer of the realm that signs users in. */
  readonly baseUrl: string;
  readonly paths: (typeof PATHS)[RelyingPartyId];
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
  /** The server's metadata and the client's credentials; see `lazyConfiguration`. */
  configuration(): Promise<Configuration>;
}

/** `origin` is the demo's origin, without a trailing slash. */
export function createRelyingParty(id: RelyingPartyId, origin: string, run: RunFile): RelyingParty {
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
