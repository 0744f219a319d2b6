/** Every setting of the realm, its clients and its client scopes is one that Linkgate has, with a value that it can have. */

import { attributeFindings } from '../../../../provider-scripts/src/realm/settings/attributes.ts';
import {
  BRANDING_PREFIX,
  LIMIT_SETTINGS,
  REALM,
  SIGN_IN_OF_CLIENT_LIST,
} from '../../../../provider-scripts/src/realm/settings/table.ts';
import type { Check } from '../../probe/check.ts';
import { expectNone } from '../../probe/fault.ts';

/** The settings whose values other checks judge: `limits`, `link-settings`, and `client-branding`. */
const OF_OTHERS: readonly string[] = [
  ...Object.values(LIMIT_SETTINGS).map(({ name }) => name),
  REALM.exempt.name,
  ...SIGN_IN_OF_CLIENT_LIST.map(({ name }) => name),
];
const isOfOthers = (name: unknown) =>
  OF_OTHERS.includes(String(name)) || String(name).startsWith(BRANDING_PREFIX);

export const SETTINGS: Check = {
  name: 'settings',
  proves: 'contract 9',
  realms: 'both',
  needs: ['admin'],
  fix: 'correct the named attribute on Linkgate’s pages, in the realm’s file, or by kcadm; docs/reference.md has the values of each',
  run: async ({ configuration }) => {
    const { client, realm } = configuration.admin;
    const scopes = await client.clientScopes.find({ realm });
    const owners = [
      { level: 'realm', of: 'realm', attributes: await configuration.attributes() },
      ...(await configuration.allClients()).map(({ clientId, attributes = {} }) => ({
        level: 'client' as const,
        of: `client ${clientId}`,
        attributes,
      })),
      ...scopes.map(({ name, attributes = {} }) => ({
        level: 'scope' as const,
        of: `client scope ${name}`,
        attributes,
      })),
    ] as const;
    expectNone(
      owners.flatMap(({ level, of, attributes }) =>
        attributeFindings(level, attributes)
          .filter(({ values }) => !isOfOthers(values.setting))
          .map(({ message }) => `${of}: ${message}`),
      ),
    );
  },
};
