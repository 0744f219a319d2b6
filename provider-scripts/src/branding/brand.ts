/** A client's branding in mails and on pages (contract, section 6.2); what isn't safe to show is left out. */
import { type Problem, problem } from '../errors/problem.ts';
import { HEX_COLOUR, readableOn } from './colour.ts';

/** The client attributes are these names, prefixed with `linkgate.brand.`. */
export const BRAND_ATTRIBUTES = [
  'logo',
  'primary-color',
  'background-color',
  'text',
  'subject',
  'sender-name',
] as const;
export type BrandAttribute = (typeof BRAND_ATTRIBUTES)[number];

/** A brand that was checked. */
export interface Brand {
  /** An https URL. */
  logo?: string;
  /** `#rrggbb`, with a text colour that is readable on it. */
  primaryColor?: string;
  onPrimaryColor?: string;
  backgroundColor?: string;
  onBackgroundColor?: string;
  text?: string;
  subject?: string;
  senderName?: string;
}

/** The longest texts, in characters. */
export const BRAND_LIMITS = { logo: 2000, text: 1000, subject: 200, senderName: 100 } as const;

/** What is wrong with a value; its text names the client attribute. */
export interface BrandProblem extends Problem {
  attribute: BrandAttribute;
}

function brandProblem(attribute: BrandAttribute, most: number): BrandProblem {
  const parameter = `linkgate.brand.${attribute}`;
  if (attribute === 'logo') return { ...problem('brand_logo_malformed', { parameter, most }), attribute };
  return attribute === 'primary-color' || attribute === 'background-color'
    ? { ...problem('brand_colour_malformed', { parameter }), attribute }
    : { ...problem('brand_text_malformed', { parameter, most }), attribute };
}

/** One line of plain text: no control characters, which could start another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const ONE_LINE = /^[^\u0000-\u001f\u007f\u2028\u2029]+$/;
const LOGO = /^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~:/?[\]@!$&*+,;=%-]*)?$/;

/**
 * Reads a brand.
 *
 * @param attribute gives the raw value of an attribute, or null
 * @returns the brand, and what is wrong with each value that isn't valid
 */
export function readBrand(attribute: (name: BrandAttribute) => string | null): {
  brand: Brand;
  problems: BrandProblem[];
} {
  const problems: BrandProblem[] = [];
  const value = (name: BrandAttribute, limit: number, shape: RegExp): string | undefined => {
    const text = attribute(name);
    if (text === null || text === '') return undefined;
    if (text.length <= limit && shape.test(text)) return text;
    problems.push(brandProblem(name, limit));
    return undefined;
  };
  const logo = value('logo', BRAND_LIMITS.logo, LOGO);
  const primaryColor = value('primary-color', 7, HEX_COLOUR);
  const backgroundColor = value('background-color', 7, HEX_COLOUR);
  const text = value('text', BRAND_LIMITS.text, ONE_LINE);
  const subject = value('subject', BRAND_LIMITS.subject, ONE_LINE);
  const senderName = value('sender-name', BRAND_LIMITS.senderName, ONE_LINE);
  const brand: Brand = {
    ...(logo ? { logo } : {}),
    ...(primaryColor ? { primaryColor, onPrimaryColor: readableOn(primaryColor) } : {}),
    ...(backgroundColor ? { backgroundColor, onBackgroundColor: readableOn(backgroundColor) } : {}),
    ...(text ? { text } : {}),
    ...(subject ? { subject } : {}),
    ...(senderName ? { senderName } : {}),
  };
  return { brand, problems };
}
