/** Another realm of the server as OpenID Connect provider of a Linkgate realm, with users who sign in there by a password. */

import { randomBytes } from 'node:crypto';
import type IdentityProviderRepresentation from '@keycloak/keycloak-admin-client/lib/defs/identityProviderRepresentation.js';
import { inject } from 'vitest';
import { admin } from './admin.ts';
import { Agent, type Page } from './agent.ts';
import { formActionOf } from './form.ts';

/** The password of each user there. */
export const PROVIDER_PASSWORD = 'Correct horse 1';

/** The flow of every Linkgate realm, whose only step is Linkgate's. */
const LINKGATE_FLOW = 'linkgate browser';

/** The name that the buttons have. */
export const PROVIDER_NAME = 'Acme ID';

/** A user of the provider. */
export interface ProviderUser {
  email: string;
  /** Whether the provider says that it has verified the address. */
  isVerified: boolean;
}

/** The provider. */
export interface ProviderRealm {
  alias: string;
  makeUser(user: ProviderUser): Promise<void>;
  update(fields: IdentityProviderRepresentation): Promise<void>;
  /** Presses the provider's button on a page; returns the URL at the provider that the browser is sent to. */
  leave(agent: Agent, page: Page): Promise<string>;
  /** Signs in at the provider's URL; returns the URL by which the browser comes back. */
  signIn(sentTo: string, user: ProviderUser): Promise<string>;
  remove(): Promise<void>;
}

/** The URL of the provider's button on a page; null without one. */
export function buttonOf({ text, url }: Page, alias: string): string | null {
  const link = new RegExp(`<a[^>]*id="social-${alias}"[^>]*>`).exec(text)?.[0] ?? '';
  const href = /href="([^"]+)"/.exec(link)?.[1]?.replaceAll('&amp;', '&');
  return href === undefined ? null : new URL(href, url).href;
}

/** Makes the realm, and adds it to a Linkgate realm; its addresses are trusted, and its first sign-ins Linkgate's. */
export async function makeProviderRealm(
  realm = 'linkgate',
  fields: IdentityProviderRepresentation = {},
): Promise<ProviderRealm> {
  const { serverUrl } = inject('site');
  const alias = `idp-${randomBytes(4).toString('hex')}`;
  const url = `${serverUrl}/realms/${alias}/protocol/openid-connect`;
  const api = await admin();
  const [clientId, secret] = ['linkgate', randomBytes(16).toString('hex')];
  await api.realms.create({
    realm: alias,
    enabled: true,
    passwordPolicy: 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1)',
    clients: [{ clientId, secret, redirectUris: [`${serverUrl}/realms/${realm}/broker/${alias}/endpoint`] }],
  });
  await api.identityProviders.create({
    realm,
    alias,
    displayName: PROVIDER_NAME,
    providerId: 'oidc',
    enabled: true,
    trustEmail: true,
    firstBrokerLoginFlowAlias: LINKGATE_FLOW,
    ...fields,
    config: {
      clientId,
      clientSecret: secret,
      clientAuthMethod: 'client_secret_post',
      issuer: `${serverUrl}/realms/${alias}`,
      authorizationUrl: `${url}/auth`,
      tokenUrl: `${url}/token`,
      userInfoUrl: `${url}/userinfo`,
      jwksUrl: `${url}/certs`,
      validateSignature: 'true',
      useJwksUrl: 'true',
      defaultScope: 'openid profile email',
      ...fields.config,
    },
  });
  return {
    alias,
    makeUser: async ({ email, isVerified }) => {
      await (await admin()).users.create({
        realm: alias,
        username: email,
        email,
        emailVerified: isVerified,
        enabled: true,
        firstName: 'Ada',
        lastName: 'Provided',
        credentials: [{ type: 'password', value: PROVIDER_PASSWORD, temporary: false }],
      });
    },
    update: async (change) => {
      const { identityProviders } = await admin();
      const before = await identityProviders.findOne({ realm, alias });
      await identityProviders.update({ realm, alias }, { ...before, ...change });
    },
    leave: async (agent, page) => {
      const button = buttonOf(page, alias);
      if (button === null) throw new Error(`no button of ${alias} in ${page.text}`);
      const there = await agent.request(button);
      return there.headers.get('location') ?? '';
    },
    signIn: async (sentTo, { email }) => {
      const there = new Agent();
      const form = await there.open(sentTo);
      const action = formActionOf(form);
      const back = await there.request(new URL(action, form.url).href, {
        method: 'POST',
        body: new URLSearchParams({ username: email, password: PROVIDER_PASSWORD }),
      });
      return back.headers.get('location') ?? '';
    },
    remove: async () => {
      const fresh = await admin();
      await fresh.identityProviders.del({ realm, alias });
      await fresh.realms.del({ realm: alias });
    },
  };
}
