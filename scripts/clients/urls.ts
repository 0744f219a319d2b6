/** Sets the URLs at which an invited user arrives at a client. */

import { type ClientDetails, fetchClient } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { table } from '../cli/table.ts';
import type { Outcome, Plan } from '../seed/plan.ts';
import { planChange } from './change.ts';
import { findClient } from './find.ts';

/** The API's fields by their options. */
const FIELDS = { 'home-url': 'base_url', 'initiate-login-uri': 'initiate_login_uri' } as const;
type Option = keyof typeof FIELDS;
const OPTIONS = Object.keys(FIELDS) as Option[];

/** Sets those that are given, an empty text removes one; without any it only shows them. */
export async function updateUrls(
  admin: RealmAdmin,
  clientId: string,
  values: Readonly<Partial<Record<Option, string | undefined>>>,
): Promise<Outcome | Plan> {
  const client = await findClient(admin, clientId);
  const before = await fetchClient(admin, client);
  if (OPTIONS.every((option) => values[option] === undefined)) return show(before);
  const after = (option: Option) => {
    const value = values[option];
    return value === undefined ? urlOf(before, option) : value || null;
  };
  return planChange(admin, {
    client,
    before,
    fields: OPTIONS.map((option) => ({
      field: option.replaceAll('-', ' '),
      before: urlOf(before, option) ?? undefined,
      after: after(option),
    })),
    path: 'urls',
    body: Object.fromEntries(OPTIONS.map((option) => [FIELDS[option], after(option)])),
    show,
  });
}

function urlOf(details: ClientDetails, option: Option): string | null {
  return details[FIELDS[option]] as string | null;
}

function show(details: ClientDetails): Outcome {
  const { client_id } = details;
  const rows = OPTIONS.map((option) => [option.replaceAll('-', ' '), urlOf(details, option) ?? '']);
  const urls = Object.fromEntries(OPTIONS.map((option) => [FIELDS[option], urlOf(details, option)]));
  return { result: { client_id, ...urls }, text: table(['url', 'value'], rows) };
}
