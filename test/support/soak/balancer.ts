/** Spreads requests over the nodes like a load balancer: a node that doesn't respond gets none for a moment. */
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MILLIS = 20;
const SHUNNED_MILLIS = 1000;

/** A failure to retry: no response, or 503. */
export class TryAgain extends Error {}

/** The nodes in turn. */
export class Balancer {
  readonly #nodes: readonly string[];
  readonly #shunnedUntil = new Map<string, number>();
  readonly #out = new Set<string>();
  readonly #underway = new Map<string, number>();
  #turn = 0;

  constructor(nodes: readonly string[]) {
    this.#nodes = nodes;
  }

  /**
   * One request to any of the nodes; the origin of the URL doesn't matter.
   * @throws TryAgain without a response, or on 503
   */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const node = this.#next();
    this.#count(node, 1);
    const response = await this.#send(node, url, init).finally(() => this.#count(node, -1));
    if (response.status !== 503) return response;
    await response.arrayBuffer();
    if (!(Number(response.headers.get('retry-after')) > 0))
      throw new Error(`503 without Retry-After: ${url}`);
    throw new TryAgain('503');
  }

  /** Drains a node as for an update; resolves when it has responded to all its requests. */
  async drain(node: string): Promise<void> {
    this.#out.add(node);
    while ((this.#underway.get(node) ?? 0) > 0) await wait(POLL_MILLIS);
  }

  /** Adds a node back. */
  restore(node: string): void {
    this.#out.delete(node);
  }

  #count(node: string, more: number): void {
    this.#underway.set(node, (this.#underway.get(node) ?? 0) + more);
  }

  async #send(node: string, url: string, init: RequestInit): Promise<Response> {
    return await fetch(node + url.slice(new URL(url).origin.length), {
      ...init,
      redirect: 'manual',
    }).catch(() => {
      this.#shunnedUntil.set(node, Date.now() + SHUNNED_MILLIS);
      throw new TryAgain('no response');
    });
  }

  #next(): string {
    const there = this.#nodes.filter((node) => !this.#out.has(node));
    const up = there.filter((node) => (this.#shunnedUntil.get(node) ?? 0) < Date.now());
    const from = up.length > 0 ? up : there;
    this.#turn += 1;
    return from[this.#turn % from.length] ?? '';
  }
}
