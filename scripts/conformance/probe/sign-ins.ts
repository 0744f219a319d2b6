/** Performs real sign-ins: a link from the inbox, consent, a code, tokens. Many checks share one sign-in. */

import { createHash, randomBytes } from 'node:crypto';
import { Agent, type Page } from './agent.ts';
import { expectThat, Fault, NotApplicable } from './fault.ts';
import type { BufferedResponse } from './http.ts';
import { awaitEmail, type InboxEmail, linkIn } from './inbox.ts';
import { credentials, type Fields, formOf, freshAddress, type Requests, requestOf } from './requests.ts';
import type { TargetClient } from './target.ts';

const SCOPE = 'openid profile email address';

/** An email with its link, and the request that it belongs to. */
export interface RequestedLink {
  readonly email: string;
  readonly state: string;
  readonly nonce: string;
  readonly response: BufferedResponse;
  readonly message: InboxEmail;
  readonly link: string;
}

/** A finished sign-in of a new user at the confidential client. */
export interface SignIn extends RequestedLink {
  readonly agent: Agent;
  /** The consent page, to which the link leads. */
  readonly consent: Page;
  /** The redirect to the client. */
  readonly redirect: URL;
  readonly code: string;
  /** The token endpoint's response. */
  readonly tokens: BufferedResponse;
}

/** The sign-ins of one run. */
export class SignIns {
  readonly #requests: Requests;
  #first: Promise<SignIn> | undefined;
  /** A failed request for a link. */
  #rejected: Promise<RequestedLink> | undefined;

  constructor(requests: Requests) {
    this.#requests = requests;
  }

  /**
   * The shared sign-in; its code is used, its tokens are valid.
   * @throws Fault if it fails; later calls throw NotApplicable, since the fault has been reported
   */
  async first(): Promise<SignIn> {
    if (this.#first !== undefined)
      return await this.#first.catch(skip('the sign-in shared by many checks failed'));
    this.#first = this.#signIn();
    return await this.#first;
  }

  /**
   * Requests a link for a new user, or for `email`, and reads it from the inbox.
   * @throws Fault if it can't be obtained; later calls throw NotApplicable
   */
  async requestLink(fields: Fields = {}): Promise<RequestedLink> {
    await this.#rejected?.catch(skip('no link could be obtained'));
    const requested = this.#requestLink(fields);
    await requested.catch(() => {
      this.#rejected = requested;
    });
    return await requested;
  }

  async #requestLink(fields: Fields): Promise<RequestedLink> {
    const { target } = this.#requests;
    const { client_id, redirect_uri } = this.#requests.client('confidential');
    const email = fields.email ?? freshAddress();
    const [state, nonce] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')];
    const response = await this.#requests.postJson('/request-magic-link', {
      email,
      client_id,
      redirect_uri,
      scope: SCOPE,
      state,
      nonce,
      referral_code: target.referralCode,
      ...fields,
    });
    expectLinkRequested(response, target.referralCode);
    const message = await awaitEmail(target.inboxUrl ?? '', email, 1);
    return { email, state, nonce, response, message, link: linkIn(message) };
  }

  /** Gets a code for a client in the signed-in browser, without an email. */
  async code(client: TargetClient, fields: Fields = {}): Promise<string> {
    const { agent } = await this.first();
    return codeOf(await this.#approve(agent, await this.#authorize(agent, client, fields)));
  }

  /** The response to the signed-in browser when a client sends it to `/auth`. */
  async authorizePage(client: TargetClient, fields: Fields = {}): Promise<Page> {
    return await this.#authorize((await this.first()).agent, client, fields);
  }

  /** Exchanges a code; `fields` override the defaults. */
  async exchange(client: TargetClient, code: string, fields: Fields = {}): Promise<BufferedResponse> {
    return await this.#requests.post('/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: client.redirect_uri,
      ...credentials(client),
      ...fields,
    });
  }

  /** Opens a link, and confirms it if the setting requires that. */
  async follow(agent: Agent, link: string): Promise<Page> {
    const page = await agent.open(link);
    return hasField(page, 'confirm') ? await agent.submit(page, {}) : page;
  }

  /** A browser without cookies. */
  newAgent(): Agent {
    return new Agent({ accept: 'text/html' }, undefined, this.#requests.send);
  }

  async #signIn(): Promise<SignIn> {
    const client = this.#requests.client('confidential');
    const requested = await this.requestLink();
    const agent = this.newAgent();
    const consent = await this.follow(agent, requested.link);
    const redirect = await this.#approve(agent, consent);
    const code = codeOf(redirect);
    const tokens = await this.exchange(client, code);
    if (tokens.status !== 200) throw new Fault(`/token: ${tokens.status} ${tokens.text.slice(0, 300)}`);
    return { ...requested, agent, consent, redirect, code, tokens };
  }

  async #authorize(agent: Agent, client: TargetClient, fields: Fields): Promise<Page> {
    const query = formOf({ ...requestOf(client), ...fields });
    const page = await agent.open(`${this.#requests.target.baseUrl}/auth?${query}`);
    const account = accountOn(page);
    return account === undefined ? page : await agent.submit(page, { account });
  }

  /** Approves the consent page, if one is shown, and returns where the client was sent. */
  async #approve(agent: Agent, page: Page): Promise<URL> {
    const end = hasField(page, 'accept') ? await agent.submit(page, { accept: 'Yes' }) : page;
    return redirectOf(end);
  }
}

/** How to handle a failure that another check has reported. */
function skip(what: string): (failure: unknown) => never {
  return (failure) => {
    if (failure instanceof NotApplicable) throw failure;
    throw new NotApplicable(
      `because ${what}: ${failure instanceof Error ? failure.message : String(failure)}`,
    );
  };
}

/** Whether a page has a form with such a field. */
export function hasField({ status, text }: Page, name: string): boolean {
  return status === 200 && text.includes(`name="${name}"`);
}

/** The account that an account chooser offers first: this browser has one, whose session is live. */
function accountOn({ status, text }: Page): string | undefined {
  return status === 200 ? /name="account" value="([^"]+)"/.exec(text)?.[1] : undefined;
}

/** Where a page's response sends the browser. */
export function redirectOf({ status, headers, text }: Page): URL {
  const location = headers.get('location');
  if (location === null) throw new Fault(`no redirect to the client, but ${status}: ${visible(text)}`);
  return new URL(location);
}

/** The text of a page as users see it, shortened. */
export function visible(html: string): string {
  const text = html.replace(/<(script|style|head)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]*>/g, ' ');
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}

/** A PKCE verifier with its challenge (RFC 7636, section 4). */
export function pkcePair(method: 'S256' | 'plain'): { verifier: string; challenge: Fields } {
  const verifier = randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(verifier).digest('base64url');
  const challenge = method === 'plain' ? verifier : digest;
  return { verifier, challenge: { code_challenge: challenge, code_challenge_method: method } };
}

function codeOf(redirect: URL): string {
  const code = redirect.searchParams.get('code');
  expectThat(code !== null, `the client got no code, but ${redirect.searchParams}`);
  return code;
}

const EMAIL_FAILS =
  'email isn’t delivered. Realm settings, Email: host, port, encryption, user and password; Test connection there tries them, and the server’s log has a line of org.linkgate with the reason';

/** The status of a request for a link where emails contain only a code, and what a check says then. */
export const CODE_ONLY = 409;
export const CODE_ONLY_REASON = 'emails contain only a code (emailContains): no link can be requested';

/**
 * A request for a link that was granted, and whose email the mail server accepted.
 * @throws NotApplicable where emails contain only a code, or sign-up is closed and no referral code was given
 */
export function expectLinkRequested(
  { status, json, text }: BufferedResponse,
  referralCode: string | undefined,
): void {
  if (status === 200) return;
  if (status === CODE_ONLY) throw new NotApplicable(CODE_ONLY_REASON);
  if (json?.error === 'referral_required' && referralCode === undefined)
    throw new NotApplicable('sign-up is closed; missing: REFERRAL_CODE');
  const problem = `/request-magic-link: ${status} ${text.slice(0, 300)}`;
  throw status === 503 ? new Fault(problem, EMAIL_FAILS) : new Fault(problem);
}
