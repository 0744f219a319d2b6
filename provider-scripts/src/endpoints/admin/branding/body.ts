/** Reads the JSON bodies about a branding (contract, section 6.2). */

import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { type Branding, fieldOf, readBranding, UPLOADED_LOGO } from '../../../realm/branding/branding.ts';
import { LANGUAGES } from '../../../realm/language/languages.ts';
import {
  ALL_BRANDING_ATTRIBUTES,
  BRANDING_ATTRIBUTES,
  type BrandingAttribute,
  TRANSLATED_TEXTS,
} from '../../../realm/settings/table.ts';

/** A branding as attributes store it, with empty texts for missing parts, and as emails and pages show it. */
export interface BrandingInput {
  attributes: Record<BrandingAttribute, string>;
  branding: Branding;
}

/** The fields of an update. */
export const BRANDING_FIELDS: readonly string[] = [
  ...BRANDING_ATTRIBUTES.map(fieldOf),
  'translations',
  'version',
];

/** The complete branding, or all its validation errors; `at` is prefixed to the fields' names. */
export function readBrandingInput(
  object: Record<string, unknown>,
  at = '',
): { input: BrandingInput } | { details: FieldProblem[] } {
  const details: FieldProblem[] = [];
  const attributes: Partial<Record<BrandingAttribute, string>> = {};
  const take = (attribute: BrandingAttribute, field: string, value: unknown): void => {
    if (typeof value === 'string') attributes[attribute] = value;
    else details.push(fieldProblem(at + field, 'not_a_string'));
  };
  for (const name of BRANDING_ATTRIBUTES) take(name, fieldOf(name), object[fieldOf(name)] ?? '');
  const translations = objectIn(object.translations ?? {});
  if (translations === null) details.push(fieldProblem(`${at}translations`, 'not_an_object'));
  for (const tag of Object.keys(translations ?? {}))
    if (!LANGUAGES.some((language) => language.tag === tag))
      details.push(fieldProblem(`${at}translations`, 'not_one_of', { choices: TAGS }));
  for (const { tag } of LANGUAGES) {
    const texts = objectIn(translations?.[tag] ?? {});
    if (texts === null) details.push(fieldProblem(`${at}translations.${tag}`, 'not_an_object'));
    for (const name of TRANSLATED_TEXTS)
      take(`${name}.${tag}`, `translations.${tag}.${name}`, texts?.[name] ?? '');
  }
  const { branding, problems } = readBranding((name) => attributes[name] ?? null);
  for (const { attribute, rejection } of problems)
    details.push({ field: at + jsonField(attribute), ...rejection });
  return details.length > 0 ? { details } : { input: { attributes: attributes as never, branding } };
}

const TAGS = LANGUAGES.map(({ tag }) => tag).join(', ');

/** Where an attribute stands in JSON: `translations.de.text` for `text.de`. */
function jsonField(attribute: BrandingAttribute): string {
  const [name = '', tag] = attribute.split('.');
  return tag === undefined ? fieldOf(name) : `translations.${tag}.${name}`;
}

/** The names of attributes in the order of storing, for the whole of a branding. */
export function attributesOf({ attributes }: BrandingInput): Record<string, string> {
  return Object.fromEntries(ALL_BRANDING_ATTRIBUTES.map((name) => [name, attributes[name]]));
}

/** The identifier of a branding's uploaded logo; null without one. */
export function uploadedLogo({ attributes }: BrandingInput): string | null {
  return UPLOADED_LOGO.exec(attributes.logo)?.[1] ?? null;
}

/** The branding and the language to preview; null for the stored branding and the realm's language. */
export interface PreviewInput {
  branding: Branding | null;
  locale: string | null;
}

export const PREVIEW_FIELDS = ['branding', 'locale'] as const;

/** The request for a preview, or all its validation errors. */
export function readPreviewInput(
  object: Record<string, unknown>,
): { input: PreviewInput } | { details: FieldProblem[] } {
  const { branding = null, locale = null } = object;
  const details: FieldProblem[] = [];
  if (locale !== null && !(typeof locale === 'string' && /^[A-Za-z0-9-]{2,35}$/.test(locale)))
    details.push(fieldProblem('locale', 'language_tag_malformed'));
  const given = branding === null ? null : objectIn(branding);
  if (branding !== null && given === null) details.push(fieldProblem('branding', 'not_an_object'));
  const read = details.length > 0 || given === null ? null : readBrandingInput(given, 'branding.');
  if (read !== null && 'details' in read) details.push(...read.details);
  if (details.length > 0) return { details };
  const shown = read !== null && 'input' in read ? read.input.branding : null;
  return { input: { branding: shown, locale: locale as string | null } };
}

function objectIn(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
