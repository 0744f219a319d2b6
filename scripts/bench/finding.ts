/** What a part of the benchmark found out. */
import type { RowName, Sizes } from './rows.ts';

/** Figures of the rounds, or of other steps, with a name. */
export interface Series {
  name: string;
  unit: string;
  values: readonly number[];
}

/** A row's figure in each round, and what stands next to it. */
export interface Finding {
  row: RowName;
  /** One for each round, in the row's unit. */
  rounds: readonly number[];
  /** What the figures were made of, by rounds as well. */
  beside: readonly Series[];
  /** What is worth seeing over time: by slices of a load, for example. */
  course?: readonly Series[];
  /** If less was measured than the options ask for. */
  sizes?: Sizes;
  /** What a reader must know to read the figure. */
  notes: readonly string[];
}
