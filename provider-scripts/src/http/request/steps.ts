/** A flow as an ordered list of named steps: each reads what earlier steps have found; the first response ends the flow. */
import type { Response } from 'keycloak';

/** Rejects or responds; null continues with the next step. */
export type Check<Known> = (known: Known) => Response | null;

/** A step's result for later steps, or the response that ends the flow. */
export type Found<More> = { found: More } | { response: Response };

/** Finds something for later steps, or responds. */
type Finder<Known, More> = (known: Known) => Found<More>;

/** The steps so far: `Start` is the flow's input, `Known` is what the next step may read. */
export interface Steps<Start, Known> {
  check(step: Check<Known>): Steps<Start, Known>;
  find<More>(step: Finder<Known, More>): Steps<Start, Known & More>;
  /** Appends the last step. Returns the whole flow. */
  end(step: (known: Known) => Response): (start: Start) => Response;
}

/** An empty list. */
export function stepsFrom<Start>(): Steps<Start, Start> {
  return stepsAfter<Start, Start>((start) => ({ found: start }));
}

function stepsAfter<Start, Known>(before: Finder<Start, Known>): Steps<Start, Known> {
  return {
    check: (step) =>
      stepsAfter<Start, Known>((start) => {
        const known = before(start);
        if ('response' in known) return known;
        const response = step(known.found);
        return response === null ? known : { response };
      }),
    find: <More>(step: Finder<Known, More>) =>
      stepsAfter<Start, Known & More>((start) => {
        const known = before(start);
        if ('response' in known) return known;
        const more = step(known.found);
        return 'response' in more ? more : { found: { ...known.found, ...more.found } };
      }),
    end: (step) => (start) => {
      const known = before(start);
      return 'response' in known ? known.response : step(known.found);
    },
  };
}
