/** A finding of one part of the benchmark. */
import type { RowName, Sizes } from './rows.ts';

/** Named figures of the rounds, or of other intervals. */
export interface Series {
  name: string;
  unit: string;
  values: readonly number[];
}

/** A row's figure in each round, and related values. */
export interface Finding {
  row: RowName;
  /** One for each round, in the row's unit. */
  rounds: readonly number[];
  /** The measured values behind the figures, also by rounds. */
  beside: readonly Series[];
  /** Values over time: by slices of a load, for example. */
  course?: readonly Series[];
  /** The sizes that were measured, if smaller than the options require. */
  sizes?: Sizes;
  /** What a reader must know to interpret the figure. */
  notes: readonly string[];
}
