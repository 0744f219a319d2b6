/** Findings about a realm's settings, with an id and values, so that a page can show them in its own language. */
import { FINDINGS, type FindingId } from './catalogue/findings.ts';
import { fill, type Names, type Values } from './text.ts';

/** One finding; the conformance command and the log have its English text. */
export interface Finding {
  id: FindingId;
  values: Values;
  message: string;
}

/** The values of an id, if it has any. */
type Given<I extends FindingId> = [Names<(typeof FINDINGS)[I]>] extends [never]
  ? []
  : [values: Values<Names<(typeof FINDINGS)[I]>>];

/** Creates a finding. */
export function finding<I extends FindingId>(id: I, ...given: Given<I>): Finding {
  const [values = {}] = given as readonly Values[];
  return { id, values, message: fill(FINDINGS[id], values) };
}
