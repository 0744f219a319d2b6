/** Which authenticators are Linkgate's step in a realm: whatever looks at flows asks here. */
import {
  EMAIL_AUTHENTICATOR,
  LINKS_ONLY_AUTHENTICATOR,
  STEP_AUTHENTICATOR,
} from '../../platform/keycloak/provider-ids.ts';
import type { RealmKind } from '../settings/table.ts';

/** Those that run in each kind of realm, the one made for it first: `linkgate-email` is also in flows of stock realms that are older than the other. */
const RUNS_IN: Readonly<Record<RealmKind, readonly [string, ...string[]]>> = {
  linkgate: [EMAIL_AUTHENTICATOR],
  stock: [STEP_AUTHENTICATOR, EMAIL_AUTHENTICATOR, LINKS_ONLY_AUTHENTICATOR],
};

/** The ids of all of them. */
export const STEP_IDS: readonly string[] = [
  EMAIL_AUTHENTICATOR,
  STEP_AUTHENTICATOR,
  LINKS_ONLY_AUTHENTICATOR,
];

/** The names in Keycloak's console of those made for each kind of realm. */
export const STEP_NAMES: Readonly<Record<RealmKind, string>> = {
  linkgate: 'Linkgate: magic link',
  stock: 'Linkgate: magic link step',
};

/** The name of the one without a page. */
export const LINKS_ONLY_NAME = 'Linkgate: links by a backend only';

/** An execution, as far as it is looked at here. */
interface Authenticating {
  readonly authenticator: string | null;
}

/** The id of the one made for a kind of realm. */
export function stepMadeFor(kind: RealmKind): string {
  return RUNS_IN[kind][0];
}

/** Whether an execution is Linkgate's step in this kind of realm. */
export function isStep({ authenticator }: Authenticating, kind: RealmKind): boolean {
  return authenticator !== null && RUNS_IN[kind].includes(authenticator);
}

/** Whether an execution is the step of the other kind of realm: it is skipped. */
export function isOtherStep(execution: Authenticating, kind: RealmKind): boolean {
  const { authenticator } = execution;
  return authenticator !== null && STEP_IDS.includes(authenticator) && !isStep(execution, kind);
}

/** Whether an execution is the step without a page. */
export function isLinksOnly({ authenticator }: Authenticating): boolean {
  return authenticator === LINKS_ONLY_AUTHENTICATOR;
}
