/** Requests that several scenarios share. */
import { basic as clientAuthentication } from '../../form.ts';
import { ACME_REALM } from '../acme-realm.ts';
import { formAction, matched, redirected, type ScenarioRequest } from '../scenario.ts';

/** Base path of the OpenID Connect endpoints. */
export const OIDC = '~/protocol/openid-connect';

/** RFC 7636's own example. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** The single-page application, a public client. */
export const SHOP = {
  client_id: 'shop-spa',
  redirect_uri: 'https://shop.acme.example/callback',
} as const;
/** The server-side application, a confidential client. */
export const OFFICE = {
  client_id: 'back-office',
  redirect_uri: 'https://back-office.acme.example/callback',
} as const;

/** A client's credentials as an `Authorization` header. */
export const basic = (clientId: string, secret = `${clientId}-secret`) =>
  clientAuthentication({ client_id: clientId, client_secret: secret });

/** The path and query of an authorization request; `undefined` omits a default parameter. */
export function authorize(fields: Readonly<Record<string, string | undefined>> = {}): string {
  const all = {
    response_type: 'code',
    scope: 'openid',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...SHOP,
    ...fields,
  };
  const present = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(present).toString();
  // Braces are placeholders for captured values.
  return `${OIDC}/auth?${query.replaceAll('%7B', '{').replaceAll('%7D', '}')}`;
}

/** Signs a user in with username and password, on two pages, and captures the authorization code. */
export function signIn(
  browser: string,
  username: string,
  fields: Readonly<Record<string, string>> = {},
): ScenarioRequest[] {
  return [
    {
      name: `${username}'s browser requests authorization`,
      status: 200,
      path: authorize(fields),
      browser,
      capture: { action: formAction },
    },
    {
      name: `${username} enters the username`,
      status: 200,
      path: '{action}',
      browser,
      form: { username },
      capture: { action: formAction },
    },
    {
      name: `${username} enters the password`,
      status: 302,
      path: '{action}',
      browser,
      form: { username, password: `${username}-password` },
      capture: { code: redirected('code') },
    },
  ];
}

/** Exchanges the captured code for tokens. */
export function exchangeCode(client: typeof SHOP | typeof OFFICE = SHOP): ScenarioRequest {
  return {
    name: 'the client exchanges the code',
    status: 200,
    path: `${OIDC}/token`,
    headers: client === OFFICE ? basic('back-office') : {},
    form: { grant_type: 'authorization_code', code: '{code}', code_verifier: VERIFIER, ...client },
    capture: {
      access: (response) => JSON.parse(response.body).access_token,
      refresh: (response) => JSON.parse(response.body).refresh_token,
      id: (response) => JSON.parse(response.body).id_token,
    },
  };
}

/** Gets an administrator's access token. */
export function administrator(username = 'boss'): ScenarioRequest {
  return {
    name: `${username} signs in to the admin API`,
    status: 200,
    path: `${OIDC}/token`,
    form: { grant_type: 'password', client_id: 'admin-cli', username, password: `${username}-password` },
    capture: { admin: (response) => JSON.parse(response.body).access_token },
  };
}

/** Base path of the realm's admin API. */
export const ADMIN = `/admin/realms/${ACME_REALM}`;

/** The version in the URLs of theme files. */
export const themeVersion = matched(/\/resources\/([0-9a-z]{5})\//);
