/** Stops all started services once, in reverse order. */

import { Failure } from '../failure.ts';

export class Shutdown {
  readonly #steps: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;

  /** Whether the shutdown has started; later failures are caused by it. */
  get started(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Registers how to stop a service that was started.
   * @throws Failure once the shutdown has started, so that nothing more is started
   */
  add(step: () => Promise<void>): void {
    if (this.started) throw new Failure('Everything is shutting down.');
    this.#steps.push(step);
  }

  /** Runs all steps; further calls wait for the first. A failing step doesn't prevent the others. */
  run(): Promise<void> {
    this.#running ??= this.#runSteps();
    return this.#running;
  }

  async #runSteps(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      await step().catch((error: unknown) => console.error(error));
    }
  }
}
