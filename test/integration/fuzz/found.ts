/** Minimal requests that once made the server fail, checked with every seed. */
import { inject } from 'vitest';
import type { FuzzRequest, Pairs } from './endpoints.ts';

const { baseUrl, clients } = inject('site');
const realm = new URL(baseUrl).pathname;
const own = `${realm}/protocol/openid-connect`;

function post(path: string, contentType: string, body: string): FuzzRequest {
  return { method: 'POST', path, query: [], headers: [['Content-Type', contentType]], body };
}

function get(path: string, query: Pairs, accept: string): FuzzRequest {
  return { method: 'GET', path, query, headers: [['Accept', accept]], body: null };
}

const FORM = 'application/x-www-form-urlencoded';

/** Endpoints that accept a form. */
const FORMS = [
  `${realm}/auth`,
  `${realm}/token`,
  `${realm}/userinfo`,
  `${realm}/introspect`,
  `${realm}/revoke`,
  `${realm}/verify-email`,
  `${own}/auth`,
  `${own}/token`,
  `${own}/userinfo`,
  `${own}/token/introspect`,
  `${own}/revoke`,
  `${own}/logout`,
  `${realm}/login-actions/authenticate`,
];

export const FOUND: readonly FuzzRequest[] = [
  ...FORMS.flatMap((path) => [
    post(path, FORM, 'a=%'),
    post(path, FORM, '%zz=1'),
    post(path, `${FORM}; charset=no-such`, 'a=b'),
    post(path, 'multipart/form-data; boundary=x', ''),
    post(path, 'multipart/form-data', ''),
    post(path, 'garbage', 'a=b'),
    post(path, FORM, ''),
  ]),
  // A token with a template of Java's URI builder.
  get(`${realm}/verify-email`, [['token', '#{7*7}']], 'text/html'),
  get(`${realm}/verify-email`, [['token', '{a}']], 'text/html'),
  { method: 'OPTIONS', path: `${realm}/request-magic-link`, query: [], headers: [], body: null },
  {
    method: 'OPTIONS',
    path: `${realm}/request-magic-link`,
    query: [],
    headers: [
      ['Origin', 'http://localhost:3000'],
      ['Access-Control-Request-Method', 'POST'],
    ],
    body: null,
  },
  get(
    `${realm}/auth`,
    [
      ['client_id', clients.web.client_id],
      ['redirect_uri', clients.web.redirect_uri],
      ['response_type', 'code'],
      ['a'.repeat(20_000), 'x'],
    ],
    'text/html',
  ),
  {
    method: 'GET',
    path: `${realm}/auth/x`,
    query: [],
    headers: [
      ['Accept', 'text/html'],
      ['Accept-Language', 'en;q=abc'],
    ],
    body: null,
  },
];
