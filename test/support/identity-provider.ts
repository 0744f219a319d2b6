/**
 * An identity provider (OAuth 2.0, or OpenID Connect on request) whose responses a test controls: the authorization code contains
 * the user's claims.
 */

import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type IdentityProviderRepresentation from '@keycloak/keycloak-admin-client/lib/defs/identityProviderRepresentation.js';
import { inject } from 'vitest';
import { admin, REALM } from './admin.ts';
import type { Agent, Page } from './agent.ts';
import { authUrl } from './authorization.ts';
import { formActionOf } from './form.ts';
import { serveLocally } from './local-server.ts';
import type { SiteClient } from './site.ts';

const DRIP_MILLIS = 500;
const ISSUER = 'https://provider.example';

/** A user at the provider. */
export interface UserClaims {
  sub: string;
  email: string;
  /** The claims beside `sub` of one document alone, instead of the address. */
  idToken?: Readonly<Record<string, unknown>>;
  userinfo?: Readonly<Record<string, unknown>>;
}

/** The provider as configured in the sample realm. */
export interface IdentityProvider {
  alias: string;
  /** The URL by which a browser returns from the provider. */
  returnTo(url: string, claims: UserClaims): string;
  /** Holds the response of its token endpoint until released. */
  hold(): { requested: Promise<void>; release: () => void };
  /** Makes its token endpoint never finish a response: it sends another header from time to time. */
  drip(): void;
  /** Ends it, and leaves the realm as it is. */
  close(): Promise<void>;
  remove(): Promise<void>;
}

/** An OpenID Connect provider for `makeIdentityProvider`: it is notified of sign-outs at a URL. */
export function oidcProvider(logoutUrl: string): IdentityProviderRepresentation {
  const config = {
    issuer: ISSUER,
    validateSignature: 'false',
    disableUserInfo: 'true',
    disableNonce: 'true',
    backchannelSupported: 'true',
    logoutUrl,
  };
  return { providerId: 'oidc', trustEmail: true, config };
}

function claimsIn(code: string): Partial<UserClaims> {
  return JSON.parse(Buffer.from(code, 'base64url').toString() || '{}') as Partial<UserClaims>;
}

/** The token response for a code, which contains the user's claims. The ID token's signature isn't verified. */
function tokensOf(code: string) {
  const { sub, email, idToken = { email } } = claimsIn(code);
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: ISSUER, aud: 'linkgate', sub, ...idToken, iat: now, exp: now + 600 };
  const [header, payload] = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return { access_token: code, token_type: 'Bearer', id_token: `${header}.${payload}.c2ln` };
}

/** Starts a provider and adds it to a realm with these fields; its email addresses aren't trusted. */
export async function makeIdentityProvider(
  fields: IdentityProviderRepresentation = {},
  realm = REALM,
): Promise<IdentityProvider> {
  const held = { requested: () => {}, until: Promise.resolve() };
  let drips = false;
  const drops: NodeJS.Timeout[] = [];
  // The code, and then the token, contains the user's claims.
  const { url, close } = await serveLocally(async (request, response) => {
    const isToken = request.method === 'POST';
    const code = new URLSearchParams(await text(request)).get('code');
    if (isToken) {
      held.requested();
      await held.until;
    }
    if (isToken && drips) {
      request.socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n');
      drops.push(setInterval(() => request.socket.write('X-Drop: 1\r\n'), DRIP_MILLIS));
      return;
    }
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const { sub, email, userinfo = { email } } = claimsIn(token);
    const claims = JSON.stringify({ sub, ...userinfo });
    response.setHeader('content-type', 'application/json');
    response.end(isToken ? JSON.stringify(tokensOf(code ?? '')) : claims);
  });
  const alias = `idp-${randomBytes(4).toString('hex')}`;
  await (await admin()).identityProviders.create({
    realm,
    alias,
    providerId: 'oauth2',
    enabled: true,
    trustEmail: false,
    ...fields,
    config: {
      clientId: 'linkgate',
      clientSecret: 'secret',
      clientAuthMethod: 'client_secret_post',
      authorizationUrl: `${url}/auth`,
      tokenUrl: `${url}/token`,
      userInfoUrl: `${url}/userinfo`,
      ...fields.config,
    },
  });
  return {
    alias,
    returnTo: (url, claims) => {
      const { searchParams } = new URL(url);
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      back.searchParams.set('code', Buffer.from(JSON.stringify(claims)).toString('base64url'));
      return back.href;
    },
    hold: () => {
      let release = () => {};
      const requested = new Promise<void>((resolve) => {
        held.requested = resolve;
      });
      held.until = new Promise((resolve) => {
        release = resolve;
      });
      return { requested, release };
    },
    drip: () => {
      drips = true;
    },
    close,
    remove: async () => {
      for (const drop of drops) clearInterval(drop);
      await (await admin()).identityProviders.del({ realm, alias });
      await close();
    },
  };
}

/** The provider's URL that the sign-in page redirects to; for `demo-web` by default. */
export async function sentToSignIn(
  agent: Agent,
  { alias }: IdentityProvider,
  client: SiteClient = inject('site').clients.web,
): Promise<string> {
  return await sentTo(agent, inject('site').baseUrl, await agent.open(authUrl(client)), alias);
}

/** The provider's URL that a page of a realm's sign-in leads to. */
export async function sentTo(agent: Agent, baseUrl: string, page: Page, alias: string): Promise<string> {
  const { searchParams } = new URL(formActionOf(page));
  const there = await agent.request(`${baseUrl}/broker/${alias}/login?${searchParams}`);
  return there.headers.get('location') ?? '';
}
