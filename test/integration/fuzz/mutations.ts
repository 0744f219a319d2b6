/** Mutations of a valid request. */
import type { FuzzRequest, Pairs } from './endpoints.ts';
import type { Random } from './random.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND'];

const HUGE_CHARACTERS = 20_000;

/** Values that parsers stumble over. */
const VALUES = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '%',
  '%00',
  '%zz',
  '%ff%fe',
  '\u0000',
  '\u0007\u001b[0m',
  '\r\nX-Injected: yes',
  '\t',
  'ü',
  '😀',
  '\u202e\u200f',
  '\ud800',
  '<script>alert(1)</script>',
  '"><img src=x>',
  `'; DROP TABLE linkgate_link; --`,
  '../../../etc/passwd',
  `\${jndi:ldap://x}`,
  '#{7*7}',
  '\\',
  '"',
  'http://',
  'http://[::1',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://example.com/#fragment',
  'a'.repeat(HUGE_CHARACTERS),
  'é'.repeat(2_000),
  'eyJhbGciOiJub25lIn0.e30.',
  'eyJhbGciOiJIUzUxMiJ9.e30.AAAA',
  'eyJ.eyJ.eyJ',
  '...',
  '9'.repeat(400),
];

/** Names of parameters that an endpoint may read, besides those in the seed. */
const NAMES = [
  'prompt',
  'max_age',
  'display',
  'ui_locales',
  'kc_locale',
  'login_hint',
  'id_token_hint',
  'acr_values',
  'claims',
  'request',
  'request_uri',
  'response_mode',
  'resource',
  'dpop_jkt',
  'client_assertion',
  'client_assertion_type',
  'token_type_hint',
  'refresh_token',
  'username',
  'password',
  'subject_token',
  'assertion',
  'device_code',
  'auth_req_id',
  'referral_code',
  'session_code',
  'execution',
  'tab_id',
  'client_data',
  'kc_action',
  'kc_idp_hint',
  'confirm',
  'tokenId',
];

const HEADERS: Record<string, readonly string[]> = {
  'Content-Type': [
    'application/json',
    'application/json; charset=latin1',
    'application/json; charset=no-such',
    'application/x-www-form-urlencoded',
    'application/x-www-form-urlencoded; charset=utf-16',
    'application/x-www-form-urlencoded; charset=no-such',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'text/plain',
    'application/xml',
    '/',
    'garbage',
    'a/b/c',
    ';',
    'application/json;;;',
    'application/json; charset="',
  ],
  Accept: [
    '',
    '*',
    '*/*',
    'text/html',
    'application/json',
    'application/jwt',
    'image/png',
    'a/b;q=x',
    '/',
    ',,,',
    ';q=1',
  ],
  'Accept-Language': ['', 'de', 'xx-YY-zz', '*', '-', 'en;q=abc', 'a'.repeat(500)],
  'Accept-Encoding': ['gzip', 'identity;q=0', 'br;q=x'],
  Authorization: [
    '',
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic Og==',
    'Basic ZGVtby13ZWI=',
    'Basic ZGVtby13ZWI6d3Jvbmc=',
    'Basic /////w==',
    'Bearer',
    'Bearer ',
    'Bearer a b c',
    'Bearer eyJ.eyJ.eyJ',
    'DPoP x',
    'Negotiate x',
    'Digest username="x"',
    'unknown',
    `Bearer ${'a'.repeat(4_000)}`,
  ],
  Cookie: [
    'AUTH_SESSION_ID=x',
    'AUTH_SESSION_ID=x.y.z; KC_AUTH_SESSION_HASH=y',
    'KEYCLOAK_IDENTITY=eyJ.eyJ.eyJ',
    'KC_RESTART=eyJ.eyJ.eyJ',
    'KEYCLOAK_LOCALE=xx',
    '=; ;;',
    'a="b',
  ],
  Origin: ['null', 'http://evil.example.com', '', 'garbage', 'http://[::1', 'http://localhost:3000'],
  Referer: ['garbage', 'http://evil.example.com/'],
  Forwarded: ['for=x', 'garbage'],
  'X-Forwarded-For': ['256.1.1.1', 'garbage', '::1, ::2'],
  'X-HTTP-Method-Override': ['DELETE'],
  'x-csrf-token': ['', 'x'],
  DPoP: ['x', 'eyJ.eyJ.eyJ'],
  Purpose: ['prefetch'],
  'Sec-Fetch-Mode': ['cors'],
  'If-None-Match': ['*'],
  Range: ['bytes=0-1', 'bytes=x'],
  Expect: ['garbage'],
};

const SUFFIXES = [
  '/',
  '//',
  '/x',
  '/..',
  '/../token',
  ';a=b',
  '%',
  '%2f',
  '%00',
  '.json',
  '/%zz',
  '%20',
  '/x/y/z',
  '%c0%af',
];

const BODIES = [
  '',
  '{',
  '}',
  '[]',
  'null',
  '1',
  '"text"',
  '{"email":1}',
  '{"email":null}',
  '{"email":["a@example.com"]}',
  '{"email":{"a":1}}',
  '{"__proto__":{"email":"a@example.com"}}',
  '{"constructor":1,"toString":2,"email":"a@example.com"}',
  '{"email":"a@example.com","email":"b@example.com"}',
  `{"email":"${'a'.repeat(HUGE_CHARACTERS)}"}`,
  '['.repeat(5_000),
  '{"a":'.repeat(5_000),
  '\ufeff{}',
  '\u0000',
  '&&&=&=',
  'a=%zz&b=%',
  '=&client_id',
  '%00=%00',
  'x'.repeat(HUGE_CHARACTERS),
];

type Mutation = (request: FuzzRequest, random: Random) => void;

/** Where the parameters are: the form, else the query. */
function parameters(request: FuzzRequest): Pairs {
  return Array.isArray(request.body) ? request.body : request.query;
}

function setHeader(request: FuzzRequest, name: string, value: string): void {
  request.headers = request.headers.filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  request.headers.push([name, value]);
}

/** Changes one member of a JSON body. */
function changeMember(request: FuzzRequest, random: Random): void {
  if (typeof request.body !== 'string' || !request.body.startsWith('{"email"')) return;
  const members = Object.entries(JSON.parse(request.body) as Record<string, unknown>);
  const member = random.pick(members);
  const wrong: unknown[] = [null, 1, true, [], {}, ['a'], { a: { b: [] } }, undefined, random.pick(VALUES)];
  member[1] = random.chance(0.5) ? random.pick(VALUES) : random.pick(wrong);
  request.body = JSON.stringify(Object.fromEntries(members));
}

/** Frequent ones are listed more than once. */
const MUTATIONS: readonly Mutation[] = [
  (request, random) => {
    request.method = random.pick(METHODS);
  },
  (request, random) => {
    const name = random.pick(Object.keys(HEADERS));
    setHeader(request, name, random.pick(HEADERS[name] ?? []));
  },
  (request, random) => {
    const name = random.pick(['Content-Type', 'Accept', 'Authorization', 'Cookie', 'Origin']);
    setHeader(request, name, random.pick(HEADERS[name] ?? []));
  },
  (request, random) => {
    request.path += random.pick(SUFFIXES);
  },
  (request, random) => {
    const list = parameters(request);
    if (list.length > 0) list.splice(random.below(list.length), 1);
  },
  (request, random) => {
    const list = parameters(request);
    if (list.length > 0) list.push([...random.pick(list)]);
  },
  (request, random) => {
    const list = parameters(request);
    if (list.length > 0) random.pick(list)[1] = random.pick(VALUES);
  },
  (request, random) => {
    const list = parameters(request);
    if (list.length > 0) random.pick(list)[1] = random.pick(VALUES);
  },
  (request, random) => {
    parameters(request).push([random.pick(NAMES), random.pick(VALUES)]);
  },
  (request, random) => {
    parameters(request).push([random.pick(VALUES), random.pick(VALUES)]);
  },
  (request, random) => {
    request.query.push([random.pick(NAMES), random.pick(VALUES)]);
  },
  (request, random) => {
    if (request.body !== null) request.body = random.pick(BODIES);
  },
  changeMember,
  changeMember,
];

const MAX_MUTATIONS = 3;

/** A changed copy; the seed itself is unchanged. */
export function mutate(seed: FuzzRequest, random: Random): FuzzRequest {
  const request = structuredClone(seed);
  const count = 1 + random.below(MAX_MUTATIONS);
  for (let i = 0; i < count; i++) random.pick(MUTATIONS)(request, random);
  return request;
}
