/**
 * Finds the flows that Keycloak's client policies may choose (executor `auth-flow-enforcer`) in the policies' stored JSON. A policy may apply
 * to a client unless a condition that depends on the client alone certainly doesn't match.
 */

const EXECUTOR = 'auth-flow-enforcer';

/** A flow that a policy may choose. */
export interface PolicyFlow {
  alias: string;
  conditions: readonly Condition[];
}

/** A condition of a policy; all conditions must match. */
export interface Condition {
  /** The condition's type. */
  condition?: string;
  configuration?: Readonly<Record<string, unknown>>;
}

/** A policy as Keycloak stores it. */
export interface Policy {
  enabled?: boolean;
  conditions?: readonly Condition[];
  profiles?: readonly string[];
}

/** A profile as Keycloak stores it. */
export interface Profile {
  name?: string;
  executors?: readonly { executor?: string; configuration?: Readonly<Record<string, unknown>> }[];
}

/** The properties of a client that conditions depend on. */
export interface PolicyClient {
  attribute: (name: string) => string | null;
  accessType: 'public' | 'bearer-only' | 'confidential';
}

/** The flows that enabled policies choose. A realm's profile takes precedence over a server profile of the same name. */
export function flowsOfPolicies(policies: readonly Policy[], profiles: readonly Profile[]): PolicyFlow[] {
  const flows: PolicyFlow[] = [];
  for (const { enabled, conditions = [], profiles: named = [] } of policies) {
    // Keycloak ignores a policy without conditions.
    if (enabled !== true || conditions.length === 0) continue;
    for (const name of named)
      for (const { executor, configuration } of profileNamed(profiles, name)?.executors ?? []) {
        const alias = executor === EXECUTOR ? configuration?.['auth-flow-alias'] : undefined;
        if (typeof alias === 'string') flows.push({ alias, conditions });
      }
  }
  return flows;
}

function profileNamed(profiles: readonly Profile[], name: string): Profile | undefined {
  return profiles.find((profile) => profile.name === name);
}

/** Whether a policy with these conditions may apply to a client. */
export function mayApply(conditions: readonly Condition[], client: PolicyClient): boolean {
  return conditions.every((condition) => {
    const matches = matchesClient(condition, client);
    const isNegated = condition.configuration?.['is-negative-logic'];
    return matches === null || matches !== (isNegated === true || isNegated === 'true');
  });
}

/** Whether a condition matches a client, before negation; null if that depends on the request, or the condition is unknown. */
function matchesClient({ condition, configuration = {} }: Condition, client: PolicyClient): boolean | null {
  if (condition === 'any-client') return true;
  if (condition === 'client-access-type') {
    const { type } = configuration;
    return Array.isArray(type) ? type.includes(client.accessType) : null;
  }
  if (condition === 'client-attributes') return matchesAttributes(configuration.attributes, client);
  return null;
}

/** Matches like Keycloak: the attributes are JSON pairs of name and value. A repeated name matches no client. */
function matchesAttributes(json: unknown, client: PolicyClient): boolean | null {
  const pairs = parsePairs(json);
  if (pairs === null) return null;
  const names = pairs.map(({ key }) => key);
  return pairs.every(
    ({ key, value }, index) =>
      typeof key === 'string' && names.indexOf(key) === index && client.attribute(key) === value,
  );
}

function parsePairs(json: unknown): { key?: unknown; value?: unknown }[] | null {
  if (typeof json !== 'string') return null;
  try {
    const pairs: unknown = JSON.parse(json);
    return Array.isArray(pairs) ? pairs : null;
  } catch {
    return null;
  }
}
