/** Spreads requests over the nodes as a load balancer does: whoever doesn't answer gets none for a moment. */
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MILLIS = 20;
const SHUNNED_MILLIS = 1000;

/** Something to try again: no answer, or 503, which says so itself. */
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
   * @throws TryAgain when no answer came, or 503
   */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const node = this.#next();
    this.#count(node, 1);
    const answer = await this.#ask(node, url, init).finally(() => this.#count(node, -1));
    if (answer.status !== 503) return answer;
    await answer.arrayBuffer();
    if (!(Number(answer.headers.get('retry-after')) > 0)) throw new Error(`503 without Retry-After: ${url}`);
    throw new TryAgain('503');
  }

  /** Sends a node nothing more, as whoever updates it has it; resolves when it has answered all it had. */
  async takeOut(node: string): Promise<void> {
    this.#out.add(node);
    while ((this.#underway.get(node) ?? 0) > 0) await wait(POLL_MILLIS);
  }

  /** Sends a node requests again. */
  bringBack(node: string): void {
    this.#out.delete(node);
  }

  #count(node: string, more: number): void {
    this.#underway.set(node, (this.#underway.get(node) ?? 0) + more);
  }

  async #ask(node: string, url: string, init: RequestInit): Promise<Response> {
    return await fetch(node + url.slice(new URL(url).origin.length), {
      ...init,
      redirect: 'manual',
    }).catch(() => {
      this.#shunnedUntil.set(node, Date.now() + SHUNNED_MILLIS);
      throw new TryAgain('no answer');
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
