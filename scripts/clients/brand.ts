/** Sets a client's brand, after the plugin's own reader has checked it. */

import {
  BRAND_ATTRIBUTES,
  type BrandAttribute,
  readBrand,
} from '../../provider-scripts/src/branding/brand.ts';
import { brandOf, fetchClient } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { table } from '../cli/table.ts';
import { Failure } from '../failure.ts';
import { findClient, type Outcome, setAttributes } from './find.ts';

/**
 * Sets the given values; an empty text removes one. Without any the brand is only shown.
 * @throws Failure naming each value that mails and pages would leave out; nothing is written then
 */
export async function setBrand(
  admin: RealmAdmin,
  clientId: string,
  values: Readonly<Partial<Record<BrandAttribute, string | undefined>>>,
): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  const given = BRAND_ATTRIBUTES.flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]] as const],
  );
  const { problems } = readBrand((name) => values[name] ?? null);
  if (problems.length > 0)
    throw new Failure(`client ${clientId}: ${problems.map(({ text }) => text).join('; ')}`);
  if (given.length > 0) {
    const attributes = given.map(([name, value]) => [`linkgate.brand.${name}`, value]);
    await setAttributes(admin, found, Object.fromEntries(attributes));
  }
  const brand = brandOf(await fetchClient(admin, found));
  return { result: { client_id: clientId, brand }, text: table(['brand', 'value'], Object.entries(brand)) };
}
