/** What a check tells, with an id and values, so that a page can show it in its own language. */
import { EMAIL_CHECK_TEXTS, type EmailCheckId } from '../../platform/errors/catalogue/email-check.ts';
import { fill, type Names, type Values } from '../../platform/errors/text.ts';

export interface Said {
  readonly id: EmailCheckId;
  readonly values: Values;
  /** In English. */
  readonly message: string;
}

/** The values of an id, if it has any. */
type Given<I extends EmailCheckId> = [Names<(typeof EMAIL_CHECK_TEXTS)[I]>] extends [never]
  ? []
  : [values: Values<Names<(typeof EMAIL_CHECK_TEXTS)[I]>>];

export function said<I extends EmailCheckId>(id: I, ...given: Given<I>): Said {
  const [values = {}] = given as readonly Values[];
  return { id, values, message: fill(EMAIL_CHECK_TEXTS[id], values) };
}
