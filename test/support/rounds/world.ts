/** The context of a round: nodes, whose responses are recorded, and emails. */
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { inject } from 'vitest';
import type { HmacKey } from '../admin.ts';
import { NODES } from '../cluster.ts';
import type { NodeName } from '../cluster-program.ts';
import { linkId, tokenIn } from '../email.ts';
import { TryAgain } from '../soak/balancer.ts';
import type { History } from './history.ts';
import { NODE_NAMES } from './plan.ts';
import type { Seeded } from './seeded.ts';
import { RECOVERY_MILLIS } from './violations.ts';

const PAUSE_MILLIS = 300;
/** Linkgate's error, an error page, or Keycloak's response while it starts. */
const IS_BUSY = /temporarily_unavailable|<html|^Bootstrap in progress/;

const URLS: Record<NodeName, string> = {
  first: NODES[0],
  second: NODES[1],
  third: inject('cluster').third.url,
};

/** An email with a link. */
export interface ReceivedEmail {
  url: string;
  /** The link's identifier. */
  link: string;
  /** Empty if the email has no code. */
  code: string;
}

/** A round in progress. */
export class World {
  readonly history: History;
  readonly #key: HmacKey;
  readonly #watched: ReadonlySet<string>;
  readonly #emails = new Map<string, ReceivedEmail[]>();
  /** When users give up, in Unix milliseconds. */
  deadline = Number.POSITIVE_INFINITY;

  /**
   * @param watched the addresses whose links are checked at the end
   * @param key a key that the realm accepts for links
   */
  constructor(history: History, watched: readonly string[], key: HmacKey) {
    this.history = history;
    this.#key = key;
    this.#watched = new Set(watched);
  }

  /** Records a received email. */
  recordEmail(url: string, email: string, code: string): void {
    const link = linkId(url);
    if (this.#watched.has(email)) this.history.emailed.push({ link, email, at: Date.now() });
    this.#emails.set(email, [...this.emailsTo(email), { url, link, code }]);
  }

  /** Re-signs a user's links with changed claims. */
  async signAgain(email: string, claims: JWTPayload): Promise<void> {
    const { kid, secret } = this.#key;
    const signed = this.emailsTo(email).map(async (message) => {
      const url = new URL(message.url);
      const token = new SignJWT({ ...decodeJwt(tokenIn(message.url)), ...claims })
        .setProtectedHeader({ alg: 'HS512', typ: 'magic-link+jwt', kid })
        .sign(secret);
      url.searchParams.set('token', await token);
      return { ...message, url: url.href };
    });
    this.#emails.set(email, await Promise.all(signed));
  }

  emailsTo(email: string): ReceivedEmail[] {
    return this.#emails.get(email) ?? [];
  }

  /**
   * One request to a node; the origin of the URL doesn't matter.
   * @param isRecorded whether its response is checked
   * @throws TryAgain without a response, or on 503
   */
  async call(node: NodeName, url: string, init: RequestInit = {}, isRecorded = true): Promise<Response> {
    const began = Date.now();
    const { origin, pathname } = new URL(url);
    const record = (status: number | null, body = '') => {
      if (isRecorded)
        this.history.called.push({ node, path: pathname, status, detail: body, began, ended: Date.now() });
    };
    // A suspended node sends no response.
    const signal = AbortSignal.timeout(RECOVERY_MILLIS);
    let response: Response;
    let text: string;
    try {
      response = await fetch(URLS[node] + url.slice(origin.length), { ...init, redirect: 'manual', signal });
      text = await response.text();
    } catch {
      record(null);
      throw new TryAgain('no response');
    }
    const { status, headers } = response;
    record(status, status < 500 ? '' : withoutMarkup(text));
    if (status === 503) {
      const isRetryable = Number(headers.get('retry-after')) > 0 && IS_BUSY.test(text);
      if (!isRetryable)
        this.history.wrong.push(`503 of ${pathname} has no Retry-After: ${withoutMarkup(text)}`);
      throw new TryAgain('503');
    }
    if (status >= 500)
      this.history.wrong.push(`${status} of ${pathname} at the ${node} node: ${withoutMarkup(text)}`);
    return new Response(text === '' ? null : text, { status, headers });
  }

  /** Sends requests like a user who retries at any node until the round is over; sets `outcome.unclear` on a retry. */
  patient(chance: Seeded, first: NodeName, outcome: { unclear: boolean } = { unclear: false }): typeof fetch {
    return async (url, init) => {
      for (let node = first; ; node = chance.pick(NODE_NAMES)) {
        try {
          return await this.call(node, String(url), init);
        } catch (failure) {
          if (!(failure instanceof TryAgain) || Date.now() > this.deadline) throw failure;
          outcome.unclear = true;
          await wait(PAUSE_MILLIS);
        }
      }
    };
  }
}

/** A call that got no definite response. */
export function responseIn(failure: unknown): 'busy' | 'none' {
  if (!(failure instanceof TryAgain)) throw failure;
  return failure.message === '503' ? 'busy' : 'none';
}

function withoutMarkup(text: string): string {
  const [, body = text] = /<body[^>]*>([\s\S]*)/i.exec(text) ?? [];
  return body
    .replace(/<(script|style)[\s\S]*?<\/\1>|<[^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 300);
}
