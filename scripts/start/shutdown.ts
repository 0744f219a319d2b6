/** Stops what was started, in reverse order, once. */

import { Failure } from '../failure.ts';

export class Shutdown {
  readonly #steps: (() => Promise<void>)[] = [];
  #ending: Promise<void> | undefined;

  /** Whether the shutdown has started; later failures are caused by it. */
  get begun(): boolean {
    return this.#ending !== undefined;
  }

  /**
   * Registers how to stop something that now runs.
   * @throws Failure once the shutdown has started, so that nothing more is started
   */
  add(step: () => Promise<void>): void {
    if (this.begun) throw new Failure('Everything is shutting down.');
    this.#steps.push(step);
  }

  /** Further calls wait for the first. A step that fails doesn't keep the others from running. */
  run(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      await step().catch((error: unknown) => console.error(error));
    }
  }
}
