/** A client's branding in emails and on pages (contract, section 6.2); values that aren't safe to show are ignored. */
import { type Problem, problem } from '../errors/problem.ts';
import { HEX_COLOUR, readableOn } from './colour.ts';

/** The client attributes are these names, prefixed with `linkgate.branding.`. */
export const BRANDING_ATTRIBUTES = [
  'logo',
  'primary-color',
  'background-color',
  'text',
  'subject',
  'sender-name',
] as const;
export type BrandingAttribute = (typeof BRANDING_ATTRIBUTES)[number];

/** A validated branding. */
export interface Branding {
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
export const BRANDING_LIMITS = { logo: 2000, text: 1000, subject: 200, senderName: 100 } as const;

/** A problem of a value; its text names the client attribute. */
export interface BrandingProblem extends Problem {
  attribute: BrandingAttribute;
}

function brandingProblem(attribute: BrandingAttribute, max: number): BrandingProblem {
  const parameter = `linkgate.branding.${attribute}`;
  if (attribute === 'logo') return { ...problem('branding_logo_malformed', { parameter, max }), attribute };
  return attribute === 'primary-color' || attribute === 'background-color'
    ? { ...problem('branding_colour_malformed', { parameter }), attribute }
    : { ...problem('branding_text_malformed', { parameter, max }), attribute };
}

/** One line of plain text: no control characters, which could start another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected
const ONE_LINE = /^[^\u0000-\u001f\u007f\u2028\u2029]+$/;
const LOGO = /^https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~:/?[\]@!$&*+,;=%-]*)?$/;

/**
 * Reads a branding.
 *
 * @param attribute returns the raw value of an attribute, or null
 * @returns the branding, and a problem for each invalid value
 */
export function readBranding(attribute: (name: BrandingAttribute) => string | null): {
  branding: Branding;
  problems: BrandingProblem[];
} {
  const problems: BrandingProblem[] = [];
  const value = (name: BrandingAttribute, limit: number, shape: RegExp): string | undefined => {
    const text = attribute(name);
    if (text === null || text === '') return undefined;
    if (text.length <= limit && shape.test(text)) return text;
    problems.push(brandingProblem(name, limit));
    return undefined;
  };
  const logo = value('logo', BRANDING_LIMITS.logo, LOGO);
  const primaryColor = value('primary-color', 7, HEX_COLOUR);
  const backgroundColor = value('background-color', 7, HEX_COLOUR);
  const text = value('text', BRANDING_LIMITS.text, ONE_LINE);
  const subject = value('subject', BRANDING_LIMITS.subject, ONE_LINE);
  const senderName = value('sender-name', BRANDING_LIMITS.senderName, ONE_LINE);
  const branding: Branding = {
    ...(logo ? { logo } : {}),
    ...(primaryColor ? { primaryColor, onPrimaryColor: readableOn(primaryColor) } : {}),
    ...(backgroundColor ? { backgroundColor, onBackgroundColor: readableOn(backgroundColor) } : {}),
    ...(text ? { text } : {}),
    ...(subject ? { subject } : {}),
    ...(senderName ? { senderName } : {}),
  };
  return { branding, problems };
}
