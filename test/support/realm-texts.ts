/** The sample realm's own texts: Keycloak's realm localization. */
import { admin, REALM } from './admin.ts';

/** Sets texts by language and key; returns what removes them. */
export async function setRealmTexts(
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<() => Promise<void>> {
  const all = Object.entries(texts).flatMap(([selectedLocale, byKey]) =>
    Object.entries(byKey).map(([key, value]) => ({ realm: REALM, selectedLocale, key, value })),
  );
  const api = await admin();
  for (const { value, ...where } of all) await api.realms.addLocalization(where, value);
  return async () => {
    const fresh = await admin();
    for (const { value: _, ...where } of all) await fresh.realms.deleteRealmLocalizationTexts(where);
  };
}
