/** Why the server rejects something, in words. */
import { textOf } from './texts.ts';
import { shownValues, type Values } from './values.ts';

/** As the server reports it; without an id where it isn't the admin API that answers. */
export interface Rejection {
  id: string | null;
  values: Values;
  /** In English. */
  message: string;
}

/** In the language of these pages; null where it is newer than they are. */
export function rejectionText({ id, values }: Rejection): string | null {
  return id === null ? null : textOf('rejection', id, shownValues(values));
}
