/** The duration of each phase of `npm start`, printed at its end; when each began, if `LINKGATE_TIMINGS=1`. */

const MILLIS_PER_SECOND = 1000;
const NAME_WIDTH = 22;
const NUMBER_WIDTH = 6;

/** A phase, which may overlap others. Times are in milliseconds since the Unix epoch. */
interface Phase {
  name: string;
  startedAt: number;
  endedAt: number;
}

/** Collects the phases of one start. */
export class Timings {
  readonly #origin: number;
  readonly #phases: Phase[] = [];

  /**
   * @param origin when the command was started, in milliseconds since the Unix epoch: before this process, which needs npm's
   * packages
   */
  constructor(origin: number) {
    this.#origin = origin;
    this.#phases.push({ name: 'npm packages', startedAt: origin, endedAt: performance.timeOrigin });
  }

  /** Runs `work` as a phase. */
  async phase<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const startedAt = Date.now();
    const result = await work();
    this.#phases.push({ name, startedAt, endedAt: Date.now() });
    return result;
  }

  /** The whole and the longest phases, in seconds. Phases may overlap. */
  summary(): string {
    const seconds = (millis: number) => Math.round(millis / MILLIS_PER_SECOND);
    const parts = this.#phases
      .map(({ name, startedAt, endedAt }) => ({ name, took: seconds(endedAt - startedAt) }))
      .filter(({ took }) => took > 0)
      .map(({ name, took }) => `${name} ${took}`);
    return `Ready after ${seconds(Date.now() - this.#origin)} s (${parts.join(', ')}).`;
  }

  /** A line for each phase, in seconds since the command was started, and the total. */
  text(): string {
    const now = Date.now();
    const lines = [...this.#phases, { name: 'total', startedAt: this.#origin, endedAt: now }].map(
      ({ name, startedAt, endedAt }) =>
        `  ${name.padEnd(NAME_WIDTH)}${this.#seconds(endedAt - startedAt)} s  (from ${this.#seconds(startedAt - this.#origin)} to ${this.#seconds(endedAt - this.#origin)})`,
    );
    return ['Timings:', ...lines].join('\n');
  }

  #seconds(millis: number): string {
    return (millis / MILLIS_PER_SECOND).toFixed(1).padStart(NUMBER_WIDTH);
  }
}
