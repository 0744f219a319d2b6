/** Reads the JSON bodies about a client's branding (contract, section 6.2). */
import {
  BRANDING_ATTRIBUTES,
  type Branding,
  type BrandingAttribute,
  readBranding,
} from '../../../branding/branding.ts';
import { type FieldProblem, fieldProblem } from '../../../errors/problem.ts';

/** A branding as attributes store it, with empty texts for missing parts, and as emails and pages show it. */
export interface BrandingInput {
  attributes: Record<BrandingAttribute, string>;
  branding: Branding;
}

/** An attribute's name in JSON. */
export function fieldOf(attribute: BrandingAttribute): string {
  return attribute.replace('-', '_');
}

/** The complete branding, or all its validation errors; `at` is prefixed to the fields' names. */
export function readBrandingInput(
  object: Record<string, unknown>,
  at = '',
): { input: BrandingInput } | { details: FieldProblem[] } {
  const details: FieldProblem[] = [];
  const attributes: Partial<Record<BrandingAttribute, string>> = {};
  for (const name of BRANDING_ATTRIBUTES) {
    const value = object[fieldOf(name)] ?? '';
    if (typeof value === 'string') attributes[name] = value;
    else details.push(fieldProblem(at + fieldOf(name), 'not_a_string'));
  }
  const { branding, problems } = readBranding((name) => attributes[name] ?? null);
  for (const { attribute, rejection } of problems)
    details.push({ field: at + fieldOf(attribute), ...rejection });
  return details.length > 0 ? { details } : { input: { attributes: attributes as never, branding } };
}

/** The branding and the language to preview; null for the client's branding and the realm's language. */
export interface PreviewInput {
  branding: Branding | null;
  locale: string | null;
}

/** The request for a preview, or all its validation errors. */
export function readPreviewInput(
  object: Record<string, unknown>,
): { input: PreviewInput } | { details: FieldProblem[] } {
  const { branding = null, locale = null } = object;
  const details: FieldProblem[] = [];
  if (locale !== null && !(typeof locale === 'string' && /^[A-Za-z0-9-]{2,35}$/.test(locale)))
    details.push(fieldProblem('locale', 'language_tag_malformed'));
  if (branding !== null && (typeof branding !== 'object' || Array.isArray(branding)))
    details.push(fieldProblem('branding', 'not_an_object'));
  const read =
    details.length > 0 || branding === null
      ? null
      : readBrandingInput(branding as Record<string, unknown>, 'branding.');
  if (read !== null && 'details' in read) details.push(...read.details);
  if (details.length > 0) return { details };
  const shown = read !== null && 'input' in read ? read.input.branding : null;
  return { input: { branding: shown, locale: locale as string | null } };
}
