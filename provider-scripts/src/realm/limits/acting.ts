/** Which limits act in a realm. */

import type { RealmModel } from 'keycloak';
import { type LimitName, STEP_LIMITS } from '../../platform/limits/limits.ts';
import { isLinkgateRealm } from '../settings/enabled.ts';

/** Those of the named limits that act in a realm: in a stock realm, only what concerns links. */
export function actingIn<Name extends LimitName>(realm: RealmModel, names: readonly Name[]): readonly Name[] {
  return isLinkgateRealm(realm) ? names : names.filter((name) => STEP_LIMITS.includes(name));
}
