/** How long each phase of `npm start` takes; printed at the end when `LINKGATE_TIMINGS=1`. */

const MILLIS_PER_SECOND = 1000;
const NAME_WIDTH = 22;
const NUMBER_WIDTH = 6;

/** Phases may overlap: each has its own start and end. Milliseconds since the Unix epoch. */
interface Phase {
  name: string;
  began: number;
  ended: number;
}

/** Collects the phases of one start. */
export class Timings {
  readonly #origin: number;
  readonly #phases: Phase[] = [];

  /** @param origin when the command began, in milliseconds since the Unix epoch: before this process, which npm's packages have to exist for */
  constructor(origin: number) {
    this.#origin = origin;
    this.#phases.push({ name: 'npm packages', began: origin, ended: performance.timeOrigin });
  }

  /** Does the work as a phase. */
  async phase<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const began = Date.now();
    const result = await work();
    this.#phases.push({ name, began, ended: Date.now() });
    return result;
  }

  /** A line for each phase, in seconds since the command began, and the total. */
  text(): string {
    const now = Date.now();
    const lines = [...this.#phases, { name: 'total', began: this.#origin, ended: now }].map(
      ({ name, began, ended }) =>
        `  ${name.padEnd(NAME_WIDTH)}${this.#seconds(ended - began)} s  (from ${this.#seconds(began - this.#origin)} to ${this.#seconds(ended - this.#origin)})`,
    );
    return ['Timings:', ...lines].join('\n');
  }

  #seconds(millis: number): string {
    return (millis / MILLIS_PER_SECOND).toFixed(1).padStart(NUMBER_WIDTH);
  }
}
