/** Reads the JSON bodies about a client's look (contract, section 6.2). */
import { BRAND_ATTRIBUTES, type Brand, type BrandAttribute, readBrand } from '../../../branding/brand.ts';
import { type FieldProblem, fieldProblem } from '../../../errors/problem.ts';

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
    else details.push(fieldProblem(at + fieldOf(name), 'not_a_string'));
  }
  const { brand, problems } = readBrand((name) => attributes[name] ?? null);
  for (const { attribute, rejection } of problems)
    details.push({ field: at + fieldOf(attribute), ...rejection });
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
    details.push(fieldProblem('locale', 'language_tag_malformed'));
  if (brand !== null && (typeof brand !== 'object' || Array.isArray(brand)))
    details.push(fieldProblem('brand', 'not_an_object'));
  const read =
    details.length > 0 || brand === null ? null : readBrandOrder(brand as Record<string, unknown>, 'brand.');
  if (read !== null && 'details' in read) details.push(...read.details);
  if (details.length > 0) return { details };
  const shown = read !== null && 'order' in read ? read.order.brand : null;
  return { order: { brand: shown, locale: locale as string | null } };
}
