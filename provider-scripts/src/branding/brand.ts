/** A client's branding in mails and on pages (contract, section 6.2); what isn't safe to show is left out. */
import { type Refusal, refusal } from '../errors/admin-rejection.ts';
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

/** Why a value isn't good, by its attribute. */
export const BRAND_REFUSALS: Readonly<Record<BrandAttribute, Refusal>> = {
  logo: refusal('https-url', 'not an https URL', { most: BRAND_LIMITS.logo }),
  'primary-color': noColour(),
  'background-color': noColour(),
  text: notOneLine(BRAND_LIMITS.text),
  subject: notOneLine(BRAND_LIMITS.subject),
  'sender-name': notOneLine(BRAND_LIMITS.senderName),
};

function noColour(): Refusal {
  return refusal('colour', 'not a colour like #1a2b3c');
}

function notOneLine(most: number): Refusal {
  return refusal('one-line', `not one line of at most ${most} characters`, { most });
}

/** One line of plain text: no control characters, which could start another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
const ONE_LINE = /^[^\u0000-\u001f\u007f\u2028\u2029]+$/;
const LOGO = /^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~:/?[\]@!$&*+,;=%-]*)?$/;

/**
 * Reads a brand.
 *
 * @param attribute gives the raw value of an attribute, or null
 * @returns the brand, and a line for each value that isn't valid
 */
export function readBrand(attribute: (name: BrandAttribute) => string | null): {
  brand: Brand;
  problems: string[];
} {
  const problems: string[] = [];
  const value = (name: BrandAttribute, limit: number, shape: RegExp): string | undefined => {
    const text = attribute(name);
    if (text === null || text === '') return undefined;
    if (text.length <= limit && shape.test(text)) return text;
    problems.push(`linkgate.brand.${name}: ${BRAND_REFUSALS[name].message}`);
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
