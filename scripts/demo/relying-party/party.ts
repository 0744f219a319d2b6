/** The two relying parties with a server of their own: one code, two clients, two brands. */
import type { Configuration } from 'openid-client';
import type { RunFile } from '../../run-file.ts';
import { BRANDS } from '../html/brand.ts';
import { lazyConfiguration } from './configuration.ts';

export const PARTY_IDS = ['web', 'shop'] as const;

export type PartyId = (typeof PARTY_IDS)[number];

/** Paths on the demo; `callback` is what the client has registered (`realm-config/realms`). */
export const PATHS = {
  web: { home: BRANDS.web.home, signIn: '/web/sign-in', signOut: '/web/sign-out', callback: '/callback' },
  shop: {
    home: BRANDS.shop.home,
    signIn: '/shop/sign-in',
    signOut: '/shop/sign-out',
    callback: '/shop/callback',
  },
} as const satisfies Record<PartyId, object>;

export interface Party {
  readonly id: PartyId;
  readonly name: string;
  readonly paths: (typeof PATHS)[PartyId];
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
  /** The server's metadata and the client's credentials; see `lazyConfiguration`. */
  configuration(): Promise<Configuration>;
}

/** `origin` is the demo's own, without a slash at its end. */
export function describeParty(id: PartyId, origin: string, run: RunFile): Party {
  return {
    id,
    name: BRANDS[id].name,
    paths: PATHS[id],
    redirectUri: `${origin}${PATHS[id].callback}`,
    postLogoutRedirectUri: `${origin}/`,
    configuration: lazyConfiguration(run.base_url, run.clients[id]),
  };
}
