/** Roles of the realm: Linkgate's own are deleted; those that API scopes needed stay, since users have them. */

import { LINKS_ROLE, LONG_LINKS_ROLE } from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { fieldChanges, objectChange } from '../seed/change.ts';
import { fieldPath } from '../seed/diff.ts';
import { SEEDED_ATTRIBUTE } from '../seed/seeded.ts';
import type { SeedTarget } from '../seed/target.ts';
import type { Remaining } from './former.ts';
import type { Found } from './found.ts';

/** Linkgate's own. */
const OWN: readonly string[] = [LINKS_ROLE, LONG_LINKS_ROLE];

const [MARK = ''] = Object.keys(SEEDED_ATTRIBUTE);

/** Removes them, and the marks of the others. */
export async function removeRoles(
  { client, realm, apply }: SeedTarget,
  { roles }: Found,
): Promise<Remaining[]> {
  const left: Remaining[] = [];
  for (const role of roles) {
    const { id = '', name = '', attributes = {} } = role;
    const object = `realm role ${name}`;
    if (OWN.includes(name)) {
      await apply([objectChange(realm, object, 'removed')], () => client.roles.delById({ realm, id }));
    } else if (Object.hasOwn(attributes, MARK)) {
      const { [MARK]: before, ...others } = attributes as Record<string, string[]>;
      const change = { field: fieldPath('attributes', MARK), before, after: null };
      await apply(fieldChanges(realm, object, [change]), () =>
        client.roles.updateById({ realm, id }, { ...role, attributes: others }),
      );
      left.push({ object, reason: 'an API scope needed it, and users may have it: it stays' });
    }
  }
  return left;
}
