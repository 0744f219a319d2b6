/** Spreads requests over the nodes as a load balancer does: whoever doesn't answer gets none for a moment. */

const SHUNNED_MILLIS = 1000;

/** Something to try again: no answer, or 503, which says so itself. */
export class TryAgain extends Error {}

/** The nodes in turn. */
export class Balancer {
  readonly #nodes: readonly string[];
  readonly #shunnedUntil = new Map<string, number>();
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
    const answer = await fetch(node + url.slice(new URL(url).origin.length), {
      ...init,
      redirect: 'manual',
    }).catch(() => {
      this.#shunnedUntil.set(node, Date.now() + SHUNNED_MILLIS);
      throw new TryAgain('no answer');
    });
    if (answer.status !== 503) return answer;
    await answer.arrayBuffer();
    if (!(Number(answer.headers.get('retry-after')) > 0)) throw new Error(`503 without Retry-After: ${url}`);
    throw new TryAgain('503');
  }

  #next(): string {
    const up = this.#nodes.filter((node) => (this.#shunnedUntil.get(node) ?? 0) < Date.now());
    const from = up.length > 0 ? up : this.#nodes;
    this.#turn += 1;
    return from[this.#turn % from.length] ?? '';
  }
}
