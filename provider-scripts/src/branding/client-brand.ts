/** The brand of a client, from its attributes. */
import type { ClientModel } from 'keycloak';
import { log } from '../engine/log.ts';
import { type Brand, readBrand } from './brand.ts';
import { nameInOneLine } from './name.ts';

/** A client's brand; values that aren't valid are left out with a warning in the log. */
export function clientBrand(client: ClientModel): Brand {
  const { brand, problems } = readBrand((name) => client.getAttribute(`linkgate.brand.${name}`));
  for (const line of problems) log.warn(`client "${client.getClientId()}": ${line}; left out`);
  return brand;
}

/** What people know a client by: one line, whatever a client that registers itself calls itself. */
export function clientName(client: ClientModel): string {
  const name = client.getName();
  if (name === null || name.startsWith('${')) return client.getClientId();
  return nameInOneLine(name) || client.getClientId();
}
