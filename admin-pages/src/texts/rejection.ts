/** The text of a rejection. */
import { textOf } from './texts.ts';
import { formatValues, type Values } from './values.ts';

/** A rejection as the server reports it; without an id if the response isn't the admin API's. */
export interface Rejection {
  id: string | null;
  values: Values;
  /** In English. */
  message: string;
}

/** The text in the pages' language; null if the pages don't know the id. */
export function rejectionText({ id, values }: Rejection): string | null {
  if (id === null) return null;
  // Why an email wasn't sent is itself a finding.
  const cause = typeof values.cause === 'string' ? textOf('finding', values.cause) : null;
  const shown = { ...formatValues(values), ...(cause === null ? {} : { cause }) };
  return textOf('rejection', id, shown) ?? textOf('finding', id, shown);
}
