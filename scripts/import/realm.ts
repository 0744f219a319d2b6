/** Reads what an import needs to know of a realm: languages, providers, and what Keycloak gives a new user. */
import type IdentityProvider from '@keycloak/keycloak-admin-client/lib/defs/identityProviderRepresentation.js';
import { ABSENT_CLAIM_OPTION, mayVerify } from '../../provider-scripts/src/sign-in/provider/address-proof.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { Forbidden, forbiddenPath } from '../admin/failure.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import type { RealmFacts } from './account.ts';
import type { SourceIdentity } from './formats/format.ts';

/** What Keycloak's import of users leaves out, and a user gets who is created otherwise. */
export interface NewUserDefaults {
  readonly realmRoles: readonly string[];
  /** Paths. */
  readonly groups: readonly string[];
  readonly requiredActions: readonly string[];
}

/** The realm. */
export interface ImportRealm extends RealmFacts {
  readonly id: string;
  readonly defaults: NewUserDefaults;
}

/** What the caller says of the providers in the file, by their names there. */
export interface ProviderNames {
  /** Their aliases in the realm. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Those whose word on addresses counts, whatever the realm says. */
  readonly trusted: readonly string[];
}

/** Reads the realm. */
export async function readImportRealm(
  { client, realm }: RealmAdmin,
  { aliases: mapped, trusted }: ProviderNames,
): Promise<ImportRealm> {
  const found = await client.realms.findOne({ realm });
  const actions = await client.authenticationManagement.getRequiredActions({ realm } as never);
  const providers = await needing(realm, 'view-identity-providers', () =>
    client.identityProviders.find({ realm }),
  );
  const aliases = providers.flatMap(({ alias }) => alias ?? []);
  const unknown = [...mapped.values()].find((alias) => !aliases.includes(alias));
  if (unknown !== undefined)
    throw new WrongUsage(
      `--provider: the realm has no identity provider ${unknown}; it has: ${aliases.join(', ')}`,
    );
  const aliasOf = ({ provider, alias }: SourceIdentity): string | null =>
    mapped.get(provider) ??
    [alias, provider].find((name) => name !== undefined && aliases.includes(name)) ??
    null;
  const verifying = providers.filter(isVerifying).map(({ alias }) => alias);
  return {
    id: found?.id ?? realm,
    locales: found?.internationalizationEnabled === true ? (found.supportedLocales ?? []) : [],
    aliasOf,
    isTrusted: (identity) =>
      trusted.includes(identity.provider) || verifying.includes(aliasOf(identity) ?? ''),
    defaults: {
      realmRoles: found?.defaultRole?.name === undefined ? [] : [found.defaultRole.name],
      groups: found?.defaultGroups ?? [],
      requiredActions: actions
        .filter(({ enabled, defaultAction }) => enabled && defaultAction)
        .flatMap(({ alias }) => alias ?? []),
    },
  };
}

function isVerifying({ providerId = '', trustEmail = false, config }: IdentityProvider): boolean {
  const absentClaim = config?.[ABSENT_CLAIM_OPTION] ?? null;
  return mayVerify({ kind: providerId, isTrusted: trustEmail, absentClaim });
}

/**
 * Sends a request, and names the role that it lacks.
 * @throws Forbidden
 */
export async function needing<T>(realm: string, role: string, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const path = forbiddenPath(error);
    if (path === undefined) throw error;
    throw new Forbidden(`realm ${realm}: 403: these credentials lack the role ${role}`, path);
  }
}
