/** Checks the `linkgate.…` attributes of realms and clients before they are written (design: branding is checked when seeded). */

import { BRAND_ATTRIBUTES, readBrand } from '../../provider-scripts/src/branding/brand.ts';
import { SETTINGS } from '../../provider-scripts/src/settings/declared.ts';
import { parseSettings } from '../../provider-scripts/src/settings/parse.ts';
import { Failure } from '../server/failure.ts';
import { isJsonObject, type Json } from './json.ts';

const BRAND_PREFIX = 'linkgate.brand.';
const RATE = /^[1-9]\d{0,8}\/[1-9]\d{0,8}$/;
const SHAPES: Readonly<Record<string, RegExp>> = {
  'linkgate.enabled': /^(true|false)$/,
  'linkgate.approval': /^(pending|approved|deleted)$/,
  'linkgate.rate.link-email': RATE,
  'linkgate.rate.link-ip': RATE,
  'linkgate.rate.general': RATE,
  'linkgate.rate.session': RATE,
  'linkgate.rate.exempt': /^[0-9a-f.:/, ]+$/i,
};

/**
 * Refuses attributes that the plugin wouldn't understand; the brand is judged by the plugin's own reader.
 * @param where the file, and the object in it, named in errors
 * @param attributes those of a realm or a client; names outside `linkgate.` are left alone
 * @throws Failure naming each attribute that is unknown or not in its form
 */
export function checkLinkgateAttributes(where: string, attributes: Json | undefined): void {
  if (!isJsonObject(attributes)) return;
  const own = Object.entries(attributes).filter(([name]) => name.startsWith('linkgate.'));
  const problems = [
    ...own.flatMap(([name, value]) => problemsOf(name, value)),
    ...readBrand((name) => textOrNull(attributes[BRAND_PREFIX + name])).problems,
  ];
  if (problems.length > 0) throw new Failure(`${where}: ${problems.join('; ')}`);
}

/**
 * Refuses settings of the sign-in step that the plugin doesn't declare, or that its own reader warns about.
 * @param where the file, named in errors
 */
export function checkSignInSettings(where: string, settings: Readonly<Record<string, string>>): void {
  const problems = Object.keys(settings)
    .filter((name) => !SETTINGS.some((declared) => declared.name === name))
    .map((name) => `signIn.${name}: unknown; there are ${SETTINGS.map((known) => known.name).join(', ')}`);
  parseSettings(
    (name) => settings[name] ?? null,
    (line) => problems.push(`signIn: ${line}`),
  );
  if (problems.length > 0) throw new Failure(`${where}: ${problems.join('; ')}`);
}

function problemsOf(name: string, value: Json): string[] {
  if (typeof value !== 'string') return [`${name}: not a text`];
  if (BRAND_ATTRIBUTES.some((brandName) => name === BRAND_PREFIX + brandName)) return [];
  const shape = SHAPES[name];
  if (!shape) return [`${name}: unknown`];
  return shape.test(value) ? [] : [`${name}: not of the form ${shape.source}`];
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
