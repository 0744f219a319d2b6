/** Requests that several scenarios share. */
import { basic as clientAuthentication } from '../../form.ts';
import { ACME_REALM } from '../acme-realm.ts';
import { formAction, matched, member, redirected, type ScenarioRequest } from '../scenario.ts';

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

/** Fields by name. */
export type Form = Readonly<Record<string, string>>;
type Captures = ScenarioRequest['capture'];

/** A request; by GET, unless it has a body. */
export const request = (
  name: string,
  status: number,
  path: string,
  others: Partial<ScenarioRequest> = {},
): ScenarioRequest => ({ name, status, path, ...others });

/** Sends a form. */
export const post = (
  name: string,
  status: number,
  path: string,
  form: Form,
  others: Partial<ScenarioRequest> = {},
): ScenarioRequest => request(name, status, path, { form, ...others });

/** Opens a page in a browser. */
export const open = (name: string, status: number, path: string, capture: Captures = {}): ScenarioRequest =>
  request(name, status, path, { browser: 'b', capture });

/** Submits the form of the browser's page. */
export const submit = (
  name: string,
  status: number,
  form: Form,
  capture: Captures = status === 200 ? { action: formAction } : {},
): ScenarioRequest => post(name, status, '{action}', form, { browser: 'b', capture });

/** Signs a user in with username and password, on two pages, and captures the authorization code. */
export function signIn(username: string, fields: Form = {}): ScenarioRequest[] {
  const action = { action: formAction };
  return [
    open(`${username}'s browser requests authorization`, 200, authorize(fields), action),
    submit(`${username} enters the username`, 200, { username }, action),
    submit(
      `${username} enters the password`,
      302,
      { username, password: `${username}-password` },
      {
        code: redirected('code'),
      },
    ),
  ];
}

/** Exchanges the captured code for tokens. */
export function exchangeCode(client: typeof SHOP | typeof OFFICE = SHOP): ScenarioRequest {
  const form = { grant_type: 'authorization_code', code: '{code}', code_verifier: VERIFIER, ...client };
  return post('the client exchanges the code', 200, `${OIDC}/token`, form, {
    headers: client === OFFICE ? basic('back-office') : {},
    capture: {
      access: member('access_token'),
      refresh: member('refresh_token'),
      id: member('id_token'),
    },
  });
}

/** Gets an administrator's access token. */
export function administrator(username = 'boss'): ScenarioRequest {
  const form = { grant_type: 'password', client_id: 'admin-cli', username, password: `${username}-password` };
  return post(`${username} signs in to the admin API`, 200, `${OIDC}/token`, form, {
    capture: { admin: member('access_token') },
  });
}

/** Base path of the realm's admin API. */
export const ADMIN = `/admin/realms/${ACME_REALM}`;

/** The version in the URLs of theme files. */
export const themeVersion = matched(/\/resources\/([0-9a-z]{5})\//);
