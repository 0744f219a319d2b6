/** Replaces the lists of the rules for sign-up by the declared ones; the server folds their entries, and compares them. */

import { readSetting } from '../../provider-scripts/src/realm/settings/read.ts';
import { REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import { ENTRY_LISTS, getSignUpRules, setSignUpRules } from '../admin/sign-up-rules.ts';
import { fieldChange } from './change.ts';
import type { Declared } from './schema.ts';
import type { SeedTarget } from './target.ts';

/** The declared lists; one that is left out stays. */
export type DesiredSignUpRules = NonNullable<Declared<'sample-realm.json'>['signUpRules']>;

const OBJECT = 'rules for sign-up';

/** Before a run is applied the realm may not be a Linkgate realm yet, which has no lists that could differ. */
export async function reconcileSignUpRules(target: SeedTarget, desired: DesiredSignUpRules): Promise<void> {
  const { client, realm, apply } = target;
  const declared = ENTRY_LISTS.filter((list) => desired[list] !== undefined);
  if (declared.length === 0) return;
  const attributes = (await client.realms.findOne({ realm }))?.attributes;
  if (!readSetting(REALM.enabled, attributes?.[REALM.enabled.name])) {
    const changes = declared.flatMap((list) =>
      fieldChange(realm, OBJECT, list, [], [...(desired[list] ?? [])]),
    );
    await apply(changes, () => putLists(target, desired, false));
    return;
  }
  const [before, after] = [await getSignUpRules(target), await putLists(target, desired, true)];
  const changes = declared
    .filter((list) => before[list].join('\n') !== after[list].join('\n'))
    .flatMap((list) => fieldChange(realm, OBJECT, list, [...before[list]], [...after[list]]));
  if (changes.length > 0) await apply(changes, () => putLists(target, desired, false));
}

async function putLists(target: SeedTarget, { denied, allowed }: DesiredSignUpRules, isDryRun: boolean) {
  const { version } = await getSignUpRules(target);
  const lists = {
    ...(denied === undefined ? {} : { denied }),
    ...(allowed === undefined ? {} : { allowed }),
  };
  return await setSignUpRules(target, { ...lists, version }, isDryRun);
}
