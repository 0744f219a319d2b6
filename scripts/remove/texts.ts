/** The realm's own texts with Linkgate's keys. */

import { CONSENT_TEXT_PREFIX } from '../seed/api-scope-declaration.ts';
import { objectChange } from '../seed/change.ts';
import type { SeedTarget } from '../seed/target.ts';
import type { Found } from './found.ts';

/** Prefix of the keys of Linkgate's pages, emails and consents. */
const OWN_TEXTS = 'linkgate';
const KEPT_PREFIX = 'apiScope.';

/** The key under which the consent text of an API scope stays. */
export function keptTextKey(key: string): string {
  return KEPT_PREFIX + key.slice(CONSENT_TEXT_PREFIX.length);
}

/** Renames the consent texts of API scopes, which stay, before the scopes name them. */
export async function keepConsentTexts(
  { client, realm, apply }: SeedTarget,
  { texts }: Found,
): Promise<void> {
  for (const [selectedLocale, byKey] of Object.entries(texts))
    for (const [key, text] of Object.entries(byKey)) {
      if (!key.startsWith(CONSENT_TEXT_PREFIX)) continue;
      const kept = keptTextKey(key);
      if (byKey[kept] === text) continue;
      await apply([objectChange(realm, `text ${kept} (${selectedLocale})`, 'created')], () =>
        client.realms.addLocalization({ realm, selectedLocale, key: kept }, text),
      );
    }
}

/** Removes the texts; a language that has no others goes with them. */
export async function deleteTexts({ client, realm, apply }: SeedTarget, { texts }: Found): Promise<void> {
  for (const [selectedLocale, byKey] of Object.entries(texts)) {
    const keys = Object.keys(byKey);
    const own = keys.filter((key) => key.startsWith(OWN_TEXTS));
    const isAll = own.length === keys.length && !own.some((key) => key.startsWith(CONSENT_TEXT_PREFIX));
    for (const [index, key] of own.entries())
      await apply([objectChange(realm, `text ${key} (${selectedLocale})`, 'removed')], () =>
        isAll && index === own.length - 1
          ? client.realms.deleteRealmLocalizationTexts({ realm, selectedLocale })
          : client.realms.deleteRealmLocalizationTexts({ realm, selectedLocale, key }),
      );
  }
}
