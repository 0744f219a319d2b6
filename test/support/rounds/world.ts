/** Where a round takes place: nodes that note down what they answer, and emails. */
import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt, type JWTPayload, SignJWT } from 'jose';
import { inject } from 'vitest';
import type { HmacKey } from '../admin.ts';
import { NODES } from '../cluster.ts';
import type { NodeName } from '../cluster-program.ts';
import { TryAgain } from '../soak/balancer.ts';
import type { History } from './history.ts';
import { RECOVERY_MILLIS } from './judge.ts';
import { NODE_NAMES } from './plan.ts';
import type { Seeded } from './seeded.ts';

/** Longer than any answer may take; a node that stands still gives none. */
const PATIENCE_MILLIS = 30_000;
const PAUSE_MILLIS = 300;
/** Linkgate's error, a page, and what Keycloak says before there is anything else. */
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
  /** Empty where none is sent with the link. */
  code: string;
}

/** A round while it happens. */
export class World {
  readonly history: History;
  readonly #key: HmacKey;
  readonly #watched: ReadonlySet<string>;
  readonly #letters = new Map<string, ReceivedEmail[]>();
  /** When users give up, in Unix milliseconds. */
  deadline = Number.POSITIVE_INFINITY;

  /**
   * @param watched the addresses of those whose links are looked at in the end
   * @param key what the realm signs links with, or could
   */
  constructor(history: History, watched: readonly string[], key: HmacKey) {
    this.history = history;
    this.#key = key;
    this.#watched = new Set(watched);
  }

  /** An email came. */
  heard(url: string, email: string, code: string): void {
    const link = linkId(url);
    if (this.#watched.has(email)) this.history.emailed.push({ link, email, at: Date.now() });
    this.#letters.set(email, [...this.lettersTo(email), { url, link, code }]);
  }

  /** Signs somebody's links once more, with claims of which some are others. */
  async signAgain(email: string, claims: JWTPayload): Promise<void> {
    const { kid, secret } = this.#key;
    const signed = this.lettersTo(email).map(async (letter) => {
      const url = new URL(letter.url);
      const token = new SignJWT({ ...decodeJwt(tokenOf(letter.url)), ...claims })
        .setProtectedHeader({ alg: 'HS512', typ: 'magic-link+jwt', kid })
        .sign(secret);
      url.searchParams.set('token', await token);
      return { ...letter, url: url.href };
    });
    this.#letters.set(email, await Promise.all(signed));
  }

  lettersTo(email: string): ReceivedEmail[] {
    return this.#letters.get(email) ?? [];
  }

  /**
   * One request to a node; the origin of the URL doesn't matter.
   * @param notes whether its answer is judged
   * @throws TryAgain when no answer came, or 503
   */
  async call(node: NodeName, url: string, init: RequestInit = {}, notes = true): Promise<Response> {
    const began = Date.now();
    const { origin, pathname } = new URL(url);
    const note = (status: number | null, said = '') => {
      if (notes) this.history.called.push({ node, path: pathname, status, said, began, ended: Date.now() });
    };
    const signal = AbortSignal.timeout(notes ? PATIENCE_MILLIS : RECOVERY_MILLIS);
    let response: Response;
    let text: string;
    try {
      response = await fetch(URLS[node] + url.slice(origin.length), { ...init, redirect: 'manual', signal });
      text = await response.text();
    } catch {
      note(null);
      throw new TryAgain('no answer');
    }
    const { status, headers } = response;
    note(status, status < 500 ? '' : withoutMarkup(text));
    if (status === 503) {
      const says = Number(headers.get('retry-after')) > 0 && IS_BUSY.test(text);
      if (!says)
        this.history.wrong.push(`503 of ${pathname} doesn't say when to come back: ${withoutMarkup(text)}`);
      throw new TryAgain('503');
    }
    if (status >= 500)
      this.history.wrong.push(`${status} of ${pathname} at the ${node} node: ${withoutMarkup(text)}`);
    return new Response(text === '' ? null : text, { status, headers });
  }

  /** Sends requests like a user who tries again at any node until the round is over; `notes` learns that one had to. */
  patient(chance: Seeded, first: NodeName, notes: { unclear: boolean } = { unclear: false }): typeof fetch {
    return async (url, init) => {
      for (let node = first; ; node = chance.pick(NODE_NAMES)) {
        try {
          return await this.call(node, String(url), init);
        } catch (failure) {
          if (!(failure instanceof TryAgain) || Date.now() > this.deadline) throw failure;
          notes.unclear = true;
          await wait(PAUSE_MILLIS);
        }
      }
    };
  }
}

/** What nobody was told of is called so. */
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

function linkId(url: string): string {
  return decodeJwt(tokenOf(url)).jti ?? '';
}

function tokenOf(url: string): string {
  return new URL(url).searchParams.get('token') ?? '';
}
