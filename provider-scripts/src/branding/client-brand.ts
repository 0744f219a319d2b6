/** The brand of a client, from its attributes. */
import type { ClientModel } from 'keycloak';
import { log } from '../engine/log.ts';
import { type Brand, readBrand } from './brand.ts';

/** A client's brand; values that aren't valid are left out with a warning in the log. */
export function clientBrand(client: ClientModel): Brand {
  const { brand, problems } = readBrand((name) => client.getAttribute(`linkgate.brand.${name}`));
  for (const line of problems) log.warn(`client "${client.getClientId()}": ${line}; left out`);
  return brand;
}

/** What people know a client by. */
export function clientName(client: ClientModel): string {
  const name = client.getName();
  return name === null || name === '' || name.startsWith('${') ? client.getClientId() : name;
}
