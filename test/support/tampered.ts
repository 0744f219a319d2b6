/**
 * Deviations of what a realm responds, for the conformance checks of its behavior: each check gets a realm that differs in one response, or a
 * sign-in that did.
 */
import type { Probe } from '../../scripts/conformance/probe/probe.ts';
import type { SignIn } from '../../scripts/conformance/probe/sign-ins.ts';
import type { Target } from '../../scripts/conformance/probe/target.ts';

/** Sends a request of a check, and may change it or its response. */
export type Tampering = (send: typeof fetch, url: string, init: RequestInit) => Promise<Response>;

/** What differs for one check, and words of its message. */
export interface Deviation {
  message: RegExp;
  tampering?: Tampering;
  /** Changes to the sign-in that checks share. */
  signIn?: (good: SignIn) => Partial<SignIn>;
  /** Changes to what checks may use. */
  target?: (good: Target) => Target;
  /** Changes to the configuration that is read. */
  prepare?: (probe: Probe) => void;
}

/** Changes the responses to requests whose URL matches. */
function responding(
  url: RegExp,
  change: (
    response: Response,
    text: string,
  ) => { status?: number; text?: string; headers?: Record<string, string> },
): Tampering {
  return async (send, requested, init) => {
    const response = await send(requested, init);
    if (!url.test(requested)) return response;
    const body = await response.text();
    const { status = response.status, text = body, headers = {} } = change(response, body);
    const sent = new Headers(response.headers);
    sent.delete('content-length');
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    return new Response(text, { status, headers: sent });
  };
}

const withStatus = (url: RegExp, status: number) => responding(url, () => ({ status }));
const withText = (url: RegExp, from: RegExp, to: string) =>
  responding(url, (_, text) => ({ text: text.replace(from, to) }));
const withJson = (url: RegExp, fields: object) =>
  responding(url, (_, text) => ({ text: JSON.stringify({ ...(JSON.parse(text) as object), ...fields }) }));
/** At a redirect, replaces a part of the target. */
const redirecting = (url: RegExp, from: string, to: string) =>
  responding(url, ({ headers }) => ({
    headers: { location: (headers.get('location') ?? '').replace(from, to) },
  }));

const AUTH = /\/auth\?/;
const TOKEN = /\/token$/;
const LINK = /\/verify-email\?token=/;
const INTROSPECT = /\/introspect$/;
/** What a token response must not have. */
const REFRESH = { refresh_token: 'one' };

/** A deviation for each check of what a Linkgate realm does. */
export const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  'plugin-loaded': {
    message: /the server has no authenticator linkgate-email/,
    prepare: ({ configuration }) => Object.assign(configuration, { serverInfo: async () => ({}) }),
  },
  'discovery-document': {
    message: /^issuer is "https:\/\/elsewhere\.example" instead of/,
    tampering: withJson(/openid-configuration$/, { issuer: 'https://elsewhere.example' }),
  },
  'key-set': { message: /PS256/, tampering: withText(/jwks\.json$/, /RS256/g, 'PS256') },
  'unknown-path': { message: /it returns 200/, tampering: withStatus(/nowhere$/, 200) },
  'rate-limit-headers': {
    message: /a response has no /,
    tampering: responding(/jwks\.json$/, () => ({ headers: { 'ratelimit-limit': '100' } })),
  },
  'sign-in-page': {
    message: /no field for an address, but 200/,
    tampering: withText(AUTH, /name="email"/g, 'name="username"'),
  },
  'sign-up-gate': {
    message: /without a code: 200/,
    target: ({ admin: _, ...others }) => ({ ...others, referralCode: 'none' }),
  },
  consent: {
    message: /the link did not lead to a consent page/,
    signIn: ({ consent }) => ({ consent: { ...consent, text: '' } }),
  },
  'consent-denied': {
    message: /error and state: \["server_error"/,
    tampering: redirecting(/login-actions\/consent/, 'access_denied', 'server_error'),
  },
  'auth-unknown-client': { message: /an unknown client: 200/, tampering: withStatus(AUTH, 200) },
  'auth-redirect-uri': { message: /a different redirect URI: 200/, tampering: withStatus(AUTH, 200) },
  'auth-response-type': {
    message: /error: "server_error"/,
    tampering: redirecting(AUTH, 'unsupported_response_type', 'server_error'),
  },
  'auth-scope': {
    message: /error: "server_error"/,
    tampering: redirecting(AUTH, 'invalid_scope', 'server_error'),
  },
  'auth-prompt-none': {
    message: /state: "other" instead of "conformance"/,
    tampering: redirecting(AUTH, 'state=conformance', 'state=other'),
  },
  redirect: {
    message: /parameters: .*session_state/,
    signIn: ({ redirect }) => ({ redirect: new URL(`${redirect.href}&session_state=one`) }),
  },
  'magic-link-body': { message: /an empty body: 200/, tampering: withStatus(/magic-link$/, 200) },
  'magic-link-redirect-uri': {
    message: /a different redirect URI: 200/,
    tampering: withStatus(/magic-link$/, 200),
  },
  'verify-email-unknown': { message: /response: \[400/, tampering: withStatus(LINK, 400) },
  'magic-link-response': {
    message: /fields: .*"user_id"/,
    signIn: ({ response }) => ({ response: { ...response, json: { ...response.json, user_id: 'one' } } }),
  },
  email: {
    message: /the HTML part has no link/,
    signIn: ({ message }) => ({ message: { ...message, html: '' } }),
  },
  'link-token': { message: /claims: /, signIn: () => ({ state: 'another' }) },
  'link-once': { message: /the second use: \[302/, tampering: withStatus(LINK, 302) },
  'link-preview': {
    message: /status after a preview: 401/,
    // As a server does that takes each request for a click.
    tampering: async (send, url, init) => {
      const isPreview = init.method === 'HEAD' || new Headers(init.headers).has('sec-purpose');
      return await send(url, isPreview ? { headers: { accept: 'text/html' } } : init);
    },
  },
  'session-endpoints': {
    message: /there is no csrf_token/,
    tampering: withJson(/\/session$/, { csrf_token: '' }),
  },
  'client-credentials': { message: /fields: .*refresh_token/, tampering: withJson(TOKEN, REFRESH) },
  'pending-client': { message: /at \/token: 200/, tampering: withStatus(TOKEN, 200) },
  'token-client': { message: /a wrong secret: 400/, tampering: withStatus(TOKEN, 400) },
  'token-request': { message: /a meaningless code: 200/, tampering: withStatus(TOKEN, 200) },
  'token-grants': { message: /grant password: 200/, tampering: withStatus(TOKEN, 200) },
  'token-response': {
    message: /fields: .*refresh_token/,
    signIn: ({ tokens }) => ({ tokens: { ...tokens, json: { ...tokens.json, ...REFRESH } } }),
  },
  'access-token': {
    message: /access token: does not verify/,
    signIn: ({ tokens }) => ({
      tokens: { ...tokens, json: { ...tokens.json, access_token: `${tokens.json?.access_token}AAAA` } },
    }),
  },
  'id-token': { message: /nonce: /, signIn: () => ({ nonce: 'another' }) },
  userinfo: { message: /claims: .*phone_number/, tampering: withJson(/\/userinfo$/, { phone_number: '1' }) },
  'userinfo-rejected': {
    message: /no Bearer challenge/,
    tampering: responding(/\/userinfo$/, () => ({ headers: { 'www-authenticate': 'Basic' } })),
  },
  introspection: { message: /fields: .*username/, tampering: withJson(INTROSPECT, { username: 'ada' }) },
  'introspect-unknown': {
    message: /response: \[200,\{"active":true/,
    tampering: withJson(INTROSPECT, { active: true }),
  },
  'revoke-unknown': { message: /response: \[400/, tampering: withStatus(/\/revoke$/, 400) },
  revocation: { message: /introspection: /, tampering: withJson(INTROSPECT, { active: true }) },
  pkce: { message: /a wrong verifier: 200/, tampering: withStatus(TOKEN, 200) },
  'code-binding': { message: /a different redirect URI: 200/, tampering: withStatus(TOKEN, 200) },
  // Its second exchange ends the shared tokens.
  'code-once': {
    message: /introspection of its token: /,
    tampering: withJson(INTROSPECT, { active: true }),
  },
};

/** Deviations of a stock realm with the step. */
export const STEP_DEVIATIONS: Readonly<Record<string, Deviation>> = {
  'step-paths': { message: /\/verify-email returns 200/, tampering: withStatus(/\/verify-email$/, 200) },
  'step-page': { message: /a page of the sign-in is 500/, tampering: withStatus(AUTH, 500) },
  'step-link': {
    message: /opened again, the link gets 200 instead of 401/,
    tampering: responding(LINK, ({ status }) => ({ status: status === 401 ? 200 : status })),
  },
};
