/** Sets a client's branding, validated by the plugin's own parser. */
import { readBranding } from '../../provider-scripts/src/realm/branding/branding.ts';
import { LANGUAGES } from '../../provider-scripts/src/realm/language/languages.ts';
import {
  type BaseAttribute,
  BRANDING_ATTRIBUTES,
  BRANDING_PREFIX,
  type BrandingAttribute,
  TRANSLATED_TEXTS,
} from '../../provider-scripts/src/realm/settings/table.ts';
import { brandingOf, fetchClient } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { table } from '../cli/table.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { Failure } from '../failure.ts';
import { fieldChanges } from '../seed/change.ts';
import { differences } from '../seed/diff.ts';
import type { Outcome, Plan } from '../seed/plan.ts';
import { type FoundClient, findClient, setAttributes } from './find.ts';

/** The values to set, and the language of the texts that have one each. */
type BrandingValues = Readonly<Partial<Record<BaseAttribute | 'language', string | undefined>>>;

/**
 * Sets the given values; an empty value removes one. Without values it only shows the branding.
 * @throws Failure that names each invalid value, which emails and pages would ignore; nothing is changed then
 */
export async function updateBranding(
  admin: RealmAdmin,
  clientId: string,
  { language, ...values }: BrandingValues,
): Promise<Outcome | Plan> {
  const given = BRANDING_ATTRIBUTES.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[inLanguage(name, language), value] as const];
  });
  if (language !== undefined && !given.some(([name]) => name.endsWith(`.${language}`)))
    throw new WrongUsage('--language: --text or --subject is missing');
  const found = await findClient(admin, clientId);
  const { problems } = readBranding((name) => given.find(([one]) => one === name)?.[1] ?? null);
  if (problems.length > 0)
    throw new Failure(`client ${clientId}: ${problems.map(({ text }) => text).join('; ')}`);
  if (given.length === 0) return await showBranding(admin, found);
  const attributes = Object.fromEntries(given.map(([name, value]) => [BRANDING_PREFIX + name, value]));
  // In a declaration, null removes.
  const declared = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, value || null]),
  );
  return {
    preview: async () => ({
      changes: fieldChanges(admin.realm, `client ${clientId}`, differences(declared, found.attributes ?? {})),
    }),
    apply: async () => {
      await setAttributes(admin, found, attributes);
      return await showBranding(admin, found);
    },
  };
}

/** The attribute of a text in the chosen language, if there may be one for each. */
function inLanguage(name: BaseAttribute, language: string | undefined): BrandingAttribute {
  const translated = TRANSLATED_TEXTS.find((one) => one === name);
  if (language === undefined || translated === undefined) return name;
  const known = LANGUAGES.find(({ tag }) => tag === language);
  if (known === undefined)
    throw new WrongUsage(`--language ${language}: use one of ${LANGUAGES.map(({ tag }) => tag).join(', ')}`);
  return `${translated}.${known.tag}`;
}

async function showBranding(admin: RealmAdmin, found: FoundClient): Promise<Outcome> {
  const branding = brandingOf(await fetchClient(admin, found));
  return {
    result: { client_id: found.clientId, branding },
    text: table(['branding', 'value'], Object.entries(branding)),
  };
}
