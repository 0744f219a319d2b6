/** Finds the link's destination before it is used; rejects a link that no longer has one. */
import type { Opening } from '../../http/pages/opening-steps.ts';
import type { Found } from '../../http/request/steps.ts';
import { destinationOf } from './destination.ts';
import type { WithDestination, WithLink } from './known.ts';
import { rejectLink } from './reject.ts';

/** The step. */
export function findDestination({ session, link }: Opening & WithLink): Found<WithDestination> {
  const destination = destinationOf(session, link.row, link.client);
  return destination === ''
    ? { response: rejectLink(session, 'invalid', { link }) }
    : { found: { destination } };
}
