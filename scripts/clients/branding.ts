/** Sets a client's branding, validated by the plugin's own parser. */

import { readFile } from 'node:fs/promises';
import { fieldOf, readBranding } from '../../provider-scripts/src/realm/branding/branding.ts';
import { LANGUAGES } from '../../provider-scripts/src/realm/language/languages.ts';
import {
  type BaseAttribute,
  BRANDING_ATTRIBUTES,
  BRANDING_PREFIX,
  type BrandingAttribute,
  TRANSLATED_TEXTS,
} from '../../provider-scripts/src/realm/settings/table.ts';
import { brandingOf, type ClientBranding, fetchBranding, putClient, uploadLogo } from '../admin/clients.ts';
import type { RealmAdmin } from '../admin/connect.ts';
import { table } from '../cli/table.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { Failure } from '../failure.ts';
import type { JsonObject } from '../json.ts';
import { fieldChanges } from '../seed/change.ts';
import { differences } from '../seed/diff.ts';
import type { Outcome, Plan } from '../seed/plan.ts';
import { type FoundClient, findClient } from './find.ts';

/** The values to set, the language of the texts that have one each, and a file with a logo. */
type BrandingValues = Readonly<Partial<Record<BaseAttribute | 'language' | 'logo-file', string | undefined>>>;

/**
 * Sets the given values; an empty value removes one. Without values it only shows the branding.
 * @throws Failure that names each invalid value, which emails and pages would ignore; nothing is changed then
 */
export async function updateBranding(
  admin: RealmAdmin,
  clientId: string,
  { language, 'logo-file': file, ...values }: BrandingValues,
): Promise<Outcome | Plan> {
  const given = BRANDING_ATTRIBUTES.flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [[inLanguage(name, language), value] as const];
  });
  if (language !== undefined && !given.some(([name]) => name.endsWith(`.${language}`)))
    throw new WrongUsage('--language: --text or --subject is missing');
  if (file !== undefined && values.logo !== undefined)
    throw new WrongUsage('--logo-file: --logo has an address of another one; give one of them');
  const picture = file === undefined ? undefined : await readPicture(file);
  const found = await findClient(admin, clientId);
  const { problems } = readBranding((name) => given.find(([one]) => one === name)?.[1] ?? null);
  if (problems.length > 0)
    throw new Failure(`client ${clientId}: ${problems.map(({ text }) => text).join('; ')}`);
  if (given.length === 0 && picture === undefined) return shown(found, await fetchBranding(admin, found));
  // In a declaration, null removes.
  const declared = Object.fromEntries(
    [...given, ...(file === undefined ? [] : [['logo', `the file ${file}`] as const])].map(
      ([name, value]) => [BRANDING_PREFIX + name, value || null],
    ),
  );
  return {
    preview: async () => ({
      changes: fieldChanges(admin.realm, `client ${clientId}`, differences(declared, found.attributes ?? {})),
    }),
    apply: async () => {
      const { branding, version } = await fetchBranding(admin, found);
      const logo = picture === undefined ? {} : { logo: await uploadLogo(admin, found, picture) };
      const body = { ...withValues(branding, given), ...logo, version };
      return shown(found, await putClient<ClientBranding>(admin, found, 'branding', body));
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

/** @throws Failure if it can't be read; what is in it is checked by the server */
async function readPicture(file: string): Promise<Buffer> {
  return await readFile(file).catch((error: unknown) => {
    throw new Failure(`--logo-file ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
}

/** A branding with other values, as the admin API takes it. */
function withValues(
  branding: ClientBranding['branding'],
  given: readonly (readonly [BrandingAttribute, string])[],
): JsonObject {
  const translations = structuredClone(branding.translations);
  const fields: Record<string, string> = {};
  for (const [attribute, value] of given) {
    const [name = '', tag] = attribute.split('.');
    if (tag === undefined) fields[fieldOf(name as BrandingAttribute)] = value;
    else translations[tag] = { ...translations[tag], [name]: value };
  }
  return { ...branding, ...fields, translations };
}

function shown({ clientId }: FoundClient, stored: ClientBranding): Outcome {
  const branding = brandingOf(stored);
  return {
    result: { client_id: clientId, branding },
    text: table(['branding', 'value'], Object.entries(branding)),
  };
}
