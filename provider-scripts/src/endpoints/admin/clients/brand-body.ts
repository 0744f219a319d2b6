/** Reads the JSON bodies about a client's look (contract, section 6.2). */
import {
  BRAND_ATTRIBUTES,
  BRAND_REFUSALS,
  type Brand,
  type BrandAttribute,
  readBrand,
} from '../../../branding/brand.ts';
import type { FieldProblem } from '../../../response/error-body.ts';
import { refusal, wrongType } from '../../../errors/admin-rejection.ts';

/** A look as attributes hold it, an empty text for what it doesn't have, and as mails and pages show it. */
export interface BrandOrder {
  attributes: Record<BrandAttribute, string>;
  brand: Brand;
}

/** What an attribute is called in JSON. */
export function fieldOf(attribute: BrandAttribute): string {
  return attribute.replace('-', '_');
}

/** The whole look, or everything that is wrong with it; `at` is put before the names of fields. */
export function readBrandOrder(
  object: Record<string, unknown>,
  at = '',
): { order: BrandOrder } | { details: FieldProblem[] } {
  const details: FieldProblem[] = [];
  const attributes: Partial<Record<BrandAttribute, string>> = {};
  for (const name of BRAND_ATTRIBUTES) {
    const value = object[fieldOf(name)] ?? '';
    if (typeof value === 'string') attributes[name] = value;
    else details.push({ field: at + fieldOf(name), ...wrongType('not a string') });
  }
  const { brand, problems } = readBrand((name) => attributes[name] ?? null);
  for (const line of problems) {
    const name = BRAND_ATTRIBUTES.find((one) => line.startsWith(`linkgate.brand.${one}:`));
    if (name !== undefined) details.push({ field: at + fieldOf(name), ...BRAND_REFUSALS[name] });
  }
  return details.length > 0 ? { details } : { order: { attributes: attributes as never, brand } };
}

/** A look to show, and in which language; null for the client's own and the realm's. */
export interface ShowOrder {
  brand: Brand | null;
  locale: string | null;
}

/** The order to show a look. */
export function readShowOrder(
  object: Record<string, unknown>,
): { order: ShowOrder } | { details: FieldProblem[] } {
  const { brand = null, locale = null } = object;
  const details: FieldProblem[] = [];
  if (locale !== null && !(typeof locale === 'string' && /^[A-Za-z0-9-]{2,35}$/.test(locale)))
    details.push({ field: 'locale', ...refusal('language-tag', 'not a language tag') });
  if (brand !== null && (typeof brand !== 'object' || Array.isArray(brand)))
    details.push({ field: 'brand', ...wrongType('not an object') });
  const read =
    details.length > 0 || brand === null ? null : readBrandOrder(brand as Record<string, unknown>, 'brand.');
  if (read !== null && 'details' in read) details.push(...read.details);
  if (details.length > 0) return { details };
  const shown = read !== null && 'order' in read ? read.order.brand : null;
  return { order: { brand: shown, locale: locale as string | null } };
}
