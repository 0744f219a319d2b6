/** Requests that many stories have. */
import { basic as clientAuthentication } from '../../form.ts';
import { ADOPTED_REALM } from '../adopted-realm.ts';
import { formAction, matched, type Row, redirected } from '../story.ts';

/** The protocol's endpoints. */
export const OIDC = '~/protocol/openid-connect';

/** RFC 7636's own example. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

/** The application in the browser. */
export const SHOP = {
  client_id: 'shop-spa',
  redirect_uri: 'https://shop.acme.example/callback',
} as const;
/** The application on a server. */
export const OFFICE = {
  client_id: 'back-office',
  redirect_uri: 'https://back-office.acme.example/callback',
} as const;

/** A client's credentials as a header. */
export const basic = (clientId: string, secret = `${clientId}-secret`) =>
  clientAuthentication({ client_id: clientId, client_secret: secret });

/** The target of an authorization request. */
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
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  // Values of earlier responses stand in braces.
  return `${OIDC}/auth?${query.replaceAll('%7B', '{').replaceAll('%7D', '}')}`;
}

/** The rows that sign a user in with a password: the page for the name, the page for the password, and the code. */
export function signIn(
  browser: string,
  username: string,
  fields: Readonly<Record<string, string>> = {},
): Row[] {
  return [
    {
      name: `${username}'s browser requests authorization`,
      status: 200,
      path: authorize(fields),
      browser,
      capture: { action: formAction },
    },
    {
      name: `${username} gives the name`,
      status: 200,
      path: '{action}',
      browser,
      form: { username },
      capture: { action: formAction },
    },
    {
      name: `${username} gives the password`,
      status: 302,
      path: '{action}',
      browser,
      form: { username, password: `${username}-password` },
      capture: { code: redirected('code') },
    },
  ];
}

/** The row that exchanges the code. */
export function exchangeCode(client: typeof SHOP | typeof OFFICE = SHOP): Row {
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

/** The row that gets an administrator's token. */
export function administrator(username = 'boss'): Row {
  return {
    name: `${username} signs in to the admin API`,
    status: 200,
    path: `${OIDC}/token`,
    form: { grant_type: 'password', client_id: 'admin-cli', username, password: `${username}-password` },
    capture: { admin: (response) => JSON.parse(response.body).access_token },
  };
}

/** The admin API of the realm. */
export const ADMIN = `/admin/realms/${ADOPTED_REALM}`;

/** The version in the addresses of a theme's files. */
export const themeVersion = matched(/\/resources\/([0-9a-z]{5})\//);
