/** Sets a client's branding, validated by the plugin's own parser. */

import { readBranding } from '../../provider-scripts/src/realm/branding/branding.ts';
import {
  BRANDING_ATTRIBUTES,
  BRANDING_PREFIX,
  type BrandingAttribute,
} from '../../provider-scripts/src/realm/settings/table.ts';
import { brandingOf, fetchClient } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { table } from '../cli/table.ts';
import { Failure } from '../failure.ts';
import { findClient, type Outcome, setAttributes } from './find.ts';

/**
 * Sets the given values; an empty value removes one. Without values it only shows the branding.
 * @throws Failure that names each invalid value, which emails and pages would ignore; nothing is changed then
 */
export async function updateBranding(
  admin: RealmAdmin,
  clientId: string,
  values: Readonly<Partial<Record<BrandingAttribute, string | undefined>>>,
): Promise<Outcome> {
  const found = await findClient(admin, clientId);
  const given = BRANDING_ATTRIBUTES.flatMap((name) =>
    values[name] === undefined ? [] : [[name, values[name]] as const],
  );
  const { problems } = readBranding((name) => values[name] ?? null);
  if (problems.length > 0)
    throw new Failure(`client ${clientId}: ${problems.map(({ text }) => text).join('; ')}`);
  if (given.length > 0) {
    const attributes = given.map(([name, value]) => [BRANDING_PREFIX + name, value]);
    await setAttributes(admin, found, Object.fromEntries(attributes));
  }
  const branding = brandingOf(await fetchClient(admin, found));
  return {
    result: { client_id: clientId, branding },
    text: table(['branding', 'value'], Object.entries(branding)),
  };
}
