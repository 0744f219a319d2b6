/** Finds the link's destination, and redeems the link: from here on it is used. */
import type { Opening } from '../../http/pages/opening-steps.ts';
import type { Found } from '../../http/request/steps.ts';
import { redeemLink } from '../../links/magic-link/redeem.ts';
import { currentTime } from '../../platform/engine/clock.ts';
import { proofOfLink, type WithProof } from '../../sign-in/tabs/proof.ts';
import { destinationOf } from './destination.ts';
import type { WithDestination, WithLink, WithSettings } from './known.ts';
import { rejectLink } from './reject.ts';

/** Rejections that would apply to a new link, too. */
const NO_RETRY: readonly string[] = ['referral', 'changed', 'invalid'];

/** Uses the link; a rejection offers a new link if that would help. */
export function redeem({
  session,
  link,
  settings,
  retry,
}: Opening & WithLink & WithSettings): Found<WithProof> {
  const { row, client } = link;
  const redeemed = redeemLink(session, row, 'link', settings, currentTime(), {
    completesSignIn: true,
  });
  if (!('rejection' in redeemed)) return { found: { proof: proofOfLink(row, client, redeemed, 'link') } };
  const { rejection } = redeemed;
  const token = NO_RETRY.includes(rejection) ? null : retry;
  return { response: rejectLink(session, rejection, { link, token }) };
}

/** Finds the link's destination before it is used; rejects a link that no longer has one. */
export function findDestination({ session, link }: Opening & WithLink): Found<WithDestination> {
  const destination = destinationOf(session, link.row, link.client);
  return destination === ''
    ? { response: rejectLink(session, 'invalid', { link }) }
    : { found: { destination } };
}
