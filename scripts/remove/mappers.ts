/** Mappers of clients and client scopes: restored, or replaced by Keycloak's counterparts of Linkgate's. */

import type ProtocolMapper from '@keycloak/keycloak-admin-client/lib/defs/protocolMapperRepresentation.js';
import { AUDIENCE_OPTION } from '../../provider-scripts/src/clients/api-scopes.ts';
import {
  AUDIENCE_MAPPER,
  EMAIL_VERIFIED_MAPPER,
  NAME_MAPPER,
} from '../../provider-scripts/src/platform/keycloak/provider-ids.ts';
import { fieldChanges, objectChange } from '../seed/change.ts';
import type { FormerValue } from '../seed/former-values/record.ts';
import { wholeObject } from '../seed/former-values/units.ts';
import type { ExclusiveMapperStore } from '../seed/protocol-mappers.ts';
import type { SeedTarget } from '../seed/target.ts';
import { configDifferences } from './former.ts';

type Config = Readonly<Record<string, string>>;

/** What Keycloak has instead of Linkgate's mappers, for those without a former value. */
const COUNTERPARTS: Readonly<
  Record<string, (config: Config) => Pick<ProtocolMapper, 'protocolMapper' | 'config'>>
> = {
  [NAME_MAPPER]: (config) => ({ protocolMapper: 'oidc-full-name-mapper', config }),
  [EMAIL_VERIFIED_MAPPER]: (config) => ({
    protocolMapper: 'oidc-usermodel-property-mapper',
    config: {
      ...config,
      'user.attribute': 'emailVerified',
      'claim.name': 'email_verified',
      'jsonType.label': 'boolean',
    },
  }),
  [AUDIENCE_MAPPER]: ({ [AUDIENCE_OPTION]: audience = '', ...config }) => ({
    protocolMapper: 'oidc-audience-mapper',
    config: {
      ...config,
      'included.custom.audience': audience,
      'access.token.claim': 'true',
      'introspection.token.claim': 'true',
    },
  }),
};

/** Restores the mappers of one client or client scope; those of Linkgate without a former value become Keycloak's. */
export async function restoreMappers(
  { realm, apply }: SeedTarget,
  store: ExclusiveMapperStore,
  mappers: readonly ProtocolMapper[],
  values: readonly FormerValue[],
): Promise<void> {
  const restored = values.filter(({ path: [, , kind] }) => kind === 'mappers');
  const names = restored.map(({ path }) => path[3]);
  const wanted = [
    ...restored.map(({ path, before }) => ({
      name: path[3] ?? '',
      former: wholeObject(before) as ProtocolMapper | undefined,
    })),
    ...mappers
      .filter(({ name }) => !names.includes(name))
      .flatMap(({ name = '', protocol, protocolMapper = '', config = {} }) => {
        const counterpart = COUNTERPARTS[protocolMapper]?.(config as Config);
        return counterpart === undefined
          ? []
          : [{ name, former: { ...(protocol && { protocol }), ...counterpart } }];
      }),
  ];
  for (const { name, former } of wanted) {
    const object = `${store.owner} mapper ${name}`;
    const actual = mappers.find((mapper) => mapper.name === name);
    const { id = '' } = actual ?? {};
    if (former === undefined) {
      await apply([objectChange(realm, object, 'removed')], () => store.remove(id));
    } else if (actual === undefined) {
      await apply([objectChange(realm, object, 'created')], () => store.add({ name, ...former }));
    } else {
      const mapper = { ...actual, ...former };
      await apply(fieldChanges(realm, object, configDifferences(former, actual)), () =>
        store.update(id, mapper),
      );
    }
  }
}
