/** Sets how long users stay signed in to a client: the refresh tokens that it gets. */

import { CLIENT } from '../../provider-scripts/src/realm/settings/table.ts';
import { type ClientDetails, fetchClient } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import type { Outcome, Plan } from '../seed/plan.ts';
import { planChange } from './change.ts';
import { findClient } from './find.ts';

/** Sets it; without a word it only shows the setting. */
export async function updateRefreshTokens(
  admin: RealmAdmin,
  clientId: string,
  word: string | undefined,
): Promise<Outcome | Plan> {
  const wanted = word === undefined ? undefined : tokensIn(word);
  const client = await findClient(admin, clientId);
  const before = await fetchClient(admin, client);
  if (wanted === undefined) return show(before);
  return planChange(admin, {
    client,
    before,
    fields: [{ field: 'refresh tokens', before: tokensOf(before), after: wanted }],
    path: 'refresh-tokens',
    body: { refresh_tokens: wanted },
    show,
  });
}

/** As the API has it: a number stands for days. */
function tokensIn(word: string): string | number {
  const read = CLIENT.refreshTokens.kind.read(word);
  if (read === undefined) throw new WrongUsage(`${word}: use off, session or a number of days`);
  return typeof read === 'object' ? read.days : read;
}

function tokensOf(details: ClientDetails): string | number {
  return details.refresh_tokens as string | number;
}

function show(details: ClientDetails): Outcome {
  const { client_id } = details;
  const tokens = tokensOf(details);
  const text = typeof tokens === 'number' ? `${tokens} days after the sign-in` : tokens;
  return {
    result: { client_id, refresh_tokens: tokens },
    text: `client ${client_id}: refresh tokens: ${text}`,
  };
}
