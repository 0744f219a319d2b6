/** Reconciles a realm's API scopes: their client scopes, the roles that they need, and the texts of their consents. */

import type RoleRepresentation from '@keycloak/keycloak-admin-client/lib/defs/roleRepresentation.js';
import { isApiScope } from '../../provider-scripts/src/clients/api-scopes.ts';
import { SCOPE } from '../../provider-scripts/src/realm/settings/table.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';
import {
  clientScopeOf,
  consentTextKey,
  consentTexts,
  type DesiredApiScope,
  neededRoles,
  ROLES_MAPPER,
} from './api-scope-declaration.ts';
import { fieldChanges, objectChange } from './change.ts';
import { createScope, realmAssignmentStore, updateScope } from './client-scopes.ts';
import { reconcileAssignment } from './scope-assignment.ts';
import { SEEDED_ATTRIBUTE } from './seeded.ts';
import type { SeedTarget } from './target.ts';

/** Creates or fixes the declared scopes, and creates roles of the realm that they need and that are missing. */
export async function reconcileApiScopes(
  target: SeedTarget,
  desired: readonly DesiredApiScope[],
): Promise<void> {
  const { client, realm } = target;
  for (const name of neededRoles(desired)) await createMissingRole(target, name);
  const existing = await client.clientScopes.find({ realm });
  const texts = await currentTexts(target, Object.keys(consentTexts(desired)));
  for (const scope of desired) {
    const declared = clientScopeOf(scope);
    const actual = existing.find(({ name }) => name === scope.name);
    if (actual) {
      await updateScope(target, declared, actual, ({ name }) => name === ROLES_MAPPER);
      await reconcileRoles(target, scope, actual.id ?? '');
      await reconcileTexts(target, scope, texts);
    } else {
      await createScope(target, declared, async (id) => {
        for (const role of scope.neededRoles ?? []) await mapRole(target, id, role);
        for (const [language, byKey] of Object.entries(consentTexts([scope])))
          for (const [key, text] of Object.entries(byKey)) await setText(target, { language, key, text });
      });
    }
  }
  const namesOf = (newClients: boolean) =>
    desired.filter((scope) => scope.newClients === newClients).map(({ name }) => name);
  await reconcileAssignment(
    target,
    realmAssignmentStore(target),
    { default: [], optional: namesOf(true), none: namesOf(false) },
    () => client.clientScopes.find({ realm }),
  );
}

/** The names of the API scopes in a realm, declared or not. */
export async function apiScopesIn({ client, realm }: RealmAdmin): Promise<string[]> {
  return (await client.clientScopes.find({ realm }))
    .filter(({ name = '', attributes }) => isApiScope(name, attributes?.[SCOPE.apiScope.name]))
    .map(({ name = '' }) => name);
}

/** Removes the texts of a scope that no longer exists. */
export async function removeConsentTexts({ client, realm }: RealmAdmin, name: string): Promise<void> {
  const key = consentTextKey(name);
  const languages = await client.realms.getRealmSpecificLocales({ realm });
  for (const [language, texts] of Object.entries(await currentTexts({ client, realm }, languages)))
    if (Object.hasOwn(texts, key))
      await client.realms.deleteRealmLocalizationTexts({ realm, selectedLocale: language, key });
}

/** Roles have the mark, too, but no run removes them: users have them. */
async function createMissingRole({ client, realm, apply }: SeedTarget, name: string): Promise<void> {
  if (await client.roles.findOneByName({ realm, name })) return;
  const attributes = Object.fromEntries(Object.entries(SEEDED_ATTRIBUTE).map(([key, mark]) => [key, [mark]]));
  await apply([objectChange(realm, `realm role ${name}`, 'created')], () =>
    client.roles.create({ realm, name, attributes }),
  );
}

/** Maps exactly the needed roles; unless it states which, all stay. */
async function reconcileRoles(
  target: SeedTarget,
  { name, neededRoles: desired }: DesiredApiScope,
  id: string,
): Promise<void> {
  if (desired === undefined) return;
  const { client, realm, apply } = target;
  const mapped = await client.clientScopes.listRealmScopeMappings({ realm, id });
  const change = (role: string, after: boolean) =>
    fieldChanges(realm, objectOf(name), [{ field: `neededRoles.${role}`, before: !after, after }]);
  for (const role of mapped.filter((one) => !desired.includes(one.name ?? ''))) {
    await apply(change(role.name ?? '', false), () =>
      client.clientScopes.delRealmScopeMappings({ realm, id }, [role]),
    );
  }
  for (const role of desired.filter((one) => !mapped.some((other) => other.name === one)))
    await apply(change(role, true), () => mapRole(target, id, role));
}

async function mapRole(admin: RealmAdmin, id: string, name: string): Promise<void> {
  const { client, realm } = admin;
  await client.clientScopes.addRealmScopeMappings({ realm, id }, [await findRole(admin, name)]);
}

async function findRole({ client, realm }: RealmAdmin, name: string): Promise<RoleRepresentation> {
  const role = await client.roles.findOneByName({ realm, name });
  if (!role) throw new Failure(`realm role ${name}: no longer exists`);
  return role;
}

type Texts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Sets the declared texts; those in other languages stay. */
async function reconcileTexts(target: SeedTarget, scope: DesiredApiScope, current: Texts): Promise<void> {
  const { realm, apply } = target;
  for (const [language, byKey] of Object.entries(consentTexts([scope]))) {
    for (const [key, text] of Object.entries(byKey)) {
      const before = current[language]?.[key];
      if (before === text) continue;
      const difference = { field: `consentText.${language}`, before, after: text };
      await apply(fieldChanges(realm, objectOf(scope.name), [difference]), () =>
        setText(target, { language, key, text }),
      );
    }
  }
}

async function setText(
  { client, realm }: RealmAdmin,
  { language, key, text }: { language: string; key: string; text: string },
): Promise<void> {
  await client.realms.addLocalization({ realm, selectedLocale: language, key }, text);
}

async function currentTexts({ client, realm }: RealmAdmin, languages: readonly string[]): Promise<Texts> {
  const texts: Record<string, Record<string, string>> = {};
  for (const selectedLocale of languages)
    texts[selectedLocale] = await client.realms.getRealmLocalizationTexts({ realm, selectedLocale });
  return texts;
}

function objectOf(name: string): string {
  return `client scope ${name}`;
}
