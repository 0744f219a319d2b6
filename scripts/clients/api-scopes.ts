/** Sets which API scopes a client may request. */

import { type ClientDetails, fetchApiScopes, fetchClient } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { table } from '../cli/table.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import type { Outcome, Plan } from '../seed/plan.ts';
import { planChange } from './change.ts';
import { findClient } from './find.ts';

/** Allows and removes scopes; without any it only shows them, beside the realm's other ones. */
export async function updateApiScopes(
  admin: RealmAdmin,
  clientId: string,
  {
    allow = [],
    disallow = [],
  }: { allow?: readonly string[] | undefined; disallow?: readonly string[] | undefined },
): Promise<Outcome | Plan> {
  const both = allow.find((name) => disallow.includes(name));
  if (both !== undefined) throw new WrongUsage(`${both}: either --allow or --disallow`);
  const client = await findClient(admin, clientId);
  const before = await fetchClient(admin, client);
  const known = await fetchApiScopes(admin);
  const show = (details: ClientDetails): Outcome => {
    const scopes = scopesOf(details);
    return {
      result: { client_id: clientId, api_scopes: scopes },
      text: table(
        ['scope', 'allowed', 'audiences'],
        known.map(({ name, audiences }) => [
          name,
          scopes.includes(name) ? 'yes' : 'no',
          audiences.join('  '),
        ]),
      ),
    };
  };
  if (allow.length + disallow.length === 0) return show(before);
  const stored = scopesOf(before);
  const wanted = [...new Set([...stored, ...allow])].filter((name) => !disallow.includes(name)).sort();
  return planChange(admin, {
    client,
    before,
    fields: [{ field: 'api scopes', before: [...stored], after: wanted }],
    path: 'api-scopes',
    body: { api_scopes: wanted },
    show,
  });
}

function scopesOf(details: ClientDetails): readonly string[] {
  return details.api_scopes as readonly string[];
}
