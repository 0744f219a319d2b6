/** Finds the link of a token, in any state. */
import { type Opening, openingParameter } from '../../http/pages/opening-steps.ts';
import type { Found } from '../../http/request/steps.ts';
import { findByToken } from '../../links/magic-link/by-token.ts';
import { linkTokenIn } from '../../links/magic-link/token-text.ts';
import { applyLinkLocale } from '../../realm/language/selector.ts';
import type { WithLink } from './known.ts';
import { rejectLink } from './reject.ts';

const NOTHING = { row: null, client: null };

/** Finds the link of the request's token; from here on the response is in the link's language, and for its client. */
export function findLink(opening: Opening): Found<WithLink> {
  const { session } = opening;
  const given = openingParameter(opening, 'token');
  const token = given === null ? null : linkTokenIn(given);
  const { row, client } = (token === null ? null : findByToken(session, token)) ?? NOTHING;
  if (token === null || row === null || client === null) return { response: rejectLink(session, 'invalid') };
  session.getContext().setClient(client);
  applyLinkLocale(session, row);
  const retry = row.request.returnGrant === undefined ? token : null;
  return { found: { token, link: { row, client }, retry } };
}
