/** The endpoints that are fuzzed, each with a valid or nearly valid request as the seed of mutations. */
import { inject } from 'vitest';

/** Ordered names and values; names may repeat. */
export type Pairs = [name: string, value: string][];

/** A request in parts, so that each can be changed or omitted. */
export interface FuzzRequest {
  method: string;
  /** Relative to the server's root, without the query. */
  path: string;
  query: Pairs;
  headers: Pairs;
  /** A form, or a raw body. */
  body: Pairs | string | null;
}

const FORM = 'application/x-www-form-urlencoded';

/**
 * Every endpoint on the contract's path and on Keycloak's own.
 *
 * @param accessToken a valid one
 * @param email the recipient of a link: a new one each time, or the limit per address would be reached soon
 */
export function seeds(accessToken: string, email: string): FuzzRequest[] {
  const { baseUrl, clients } = inject('site');
  const { web, service } = clients;
  const realm = new URL(baseUrl).pathname;
  const own = `${realm}/protocol/openid-connect`;
  const credentials: Pairs = [
    ['client_id', web.client_id],
    ['client_secret', web.client_secret ?? ''],
  ];
  const authorization: Pairs = [
    ['client_id', web.client_id],
    ['redirect_uri', web.redirect_uri],
    ['response_type', 'code'],
    ['scope', 'openid email'],
    ['state', 'st'],
    ['nonce', 'n'],
    ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
    ['code_challenge_method', 'S256'],
  ];
  const code: Pairs = [
    ['grant_type', 'authorization_code'],
    ['code', 'c0de.c0de.c0de'],
    ['redirect_uri', web.redirect_uri],
    ['code_verifier', 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'],
    ...credentials,
  ];
  const token: Pairs = [['token', accessToken], ...credentials];
  const link = {
    email,
    client_id: web.client_id,
    redirect_uri: web.redirect_uri,
    scope: 'openid email',
    state: 'st',
    nonce: 'n',
  };

  const get = (path: string, query: Pairs = [], headers: Pairs = []): FuzzRequest => ({
    method: 'GET',
    path,
    query,
    headers: [['Accept', 'application/json'], ...headers],
    body: null,
  });
  const post = (path: string, body: Pairs): FuzzRequest => ({
    method: 'POST',
    path,
    query: [],
    headers: [
      ['Content-Type', FORM],
      ['Accept', 'application/json'],
    ],
    body,
  });
  const bearer: Pairs = [['Authorization', `Bearer ${accessToken}`]];

  return [
    get(`${realm}/auth`, authorization, [['Accept', 'text/html']]),
    post(`${realm}/auth`, authorization),
    get(`${own}/auth`, authorization),
    post(`${realm}/token`, code),
    post(`${own}/token`, [
      ['grant_type', 'client_credentials'],
      ['client_id', service.client_id],
      ['client_secret', service.client_secret ?? ''],
    ]),
    get(`${realm}/userinfo`, [], bearer),
    post(`${realm}/userinfo`, [['access_token', accessToken]]),
    get(`${own}/userinfo`, [], bearer),
    post(`${realm}/introspect`, token),
    post(`${own}/token/introspect`, token),
    post(`${realm}/revoke`, [['token', 'not-a-token'], ...credentials]),
    post(`${own}/revoke`, [['token', 'not-a-token'], ...credentials]),
    {
      method: 'POST',
      path: `${realm}/request-magic-link`,
      query: [],
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(link),
    },
    get(`${realm}/verify-email`, [['token', accessToken]]),
    get(`${realm}/verify-email`, [['token', accessToken]], [['Accept', 'text/html']]),
    get(`${realm}/session`),
    get(`${realm}/sign-in-state`, [['tab_id', 'x']], [['Cookie', 'LINKGATE_WAITING=a.b.c']]),
    get(`${realm}/.well-known/openid-configuration`),
    get(`${realm}/.well-known/oauth-authorization-server`),
    get(`${realm}/.well-known/jwks.json`),
    get(`${own}/certs`),
    get(`${own}/logout`, [['client_id', web.client_id]]),
    post(`${realm}/login-actions/authenticate`, [
      ['client_id', web.client_id],
      ['email', email],
    ]),
  ];
}
