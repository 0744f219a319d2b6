/** A client's branding in emails and on pages (contract, section 6.2); values that aren't safe to show are ignored. */
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { LANGUAGES, type LanguageTag } from '../language/languages.ts';
import { HEX_COLOUR, readableOn } from './colour.ts';
import { looksLikeLink } from './link-like.ts';

/** Attributes of clients, and of a realm for all its clients, are these names, prefixed with `linkgate.branding.`. */
export const BRANDING_ATTRIBUTES = [
  'logo',
  'primary-color',
  'background-color',
  'text',
  'subject',
  'sender-name',
] as const;
export type BaseAttribute = (typeof BRANDING_ATTRIBUTES)[number];

/** The texts that may also be set for one language: `text.de`. Without it, the one without a language is used. */
export const TRANSLATED_TEXTS = ['text', 'subject'] as const;
type TranslatedText = (typeof TRANSLATED_TEXTS)[number];
type TranslatedAttribute = `${TranslatedText}.${LanguageTag}`;

export type BrandingAttribute = BaseAttribute | TranslatedAttribute;

/** The attributes of texts in one language. */
export const TRANSLATED_ATTRIBUTES: readonly TranslatedAttribute[] = [
  ...LANGUAGES.map(({ tag }) => `text.${tag}` as const),
  ...LANGUAGES.map(({ tag }) => `subject.${tag}` as const),
];
export const ALL_BRANDING_ATTRIBUTES: readonly BrandingAttribute[] = [
  ...BRANDING_ATTRIBUTES,
  ...TRANSLATED_ATTRIBUTES,
];

/** An attribute's name in JSON. */
export function fieldOf(attribute: string): string {
  return attribute.replace('-', '_');
}

/** What attributes' names begin with. */
export const BRANDING_PREFIX = 'linkgate.branding.';

/** The colours of the theme, where a branding has none. */
export const THEME_COLOURS = { primaryColor: '#2347c5', backgroundColor: '#eef0f5' } as const;

/** Texts in one language. */
type Texts = Partial<Record<TranslatedText, string>>;

/** A validated branding. */
export interface Branding {
  /** An https URL, or the name of an uploaded logo (`UPLOADED_LOGO`). */
  logo?: string;
  /** `#rrggbb`, with a text colour that is readable on it. */
  primaryColor?: string;
  onPrimaryColor?: string;
  backgroundColor?: string;
  onBackgroundColor?: string;
  text?: string;
  subject?: string;
  senderName?: string;
  /** Texts in other languages, by tag. */
  translations?: Readonly<Partial<Record<LanguageTag, Texts>>>;
}

/** A branding as pages and emails in one language show it. */
export type BrandingInLanguage = Omit<Branding, 'translations'>;

/** The longest texts, in characters. */
export const BRANDING_LIMITS = { logo: 2000, text: 1000, subject: 200, senderName: 100 } as const;

/** A problem of a value; its text names the client attribute. */
export interface BrandingProblem extends Problem {
  attribute: BrandingAttribute;
}

function brandingProblem(attribute: BrandingAttribute, max: number): BrandingProblem {
  const parameter = BRANDING_PREFIX + attribute;
  if (attribute === 'logo') return { ...problem('branding_logo_malformed', { parameter, max }), attribute };
  return attribute === 'primary-color' || attribute === 'background-color'
    ? { ...problem('branding_colour_malformed', { parameter }), attribute }
    : { ...problem('branding_text_malformed', { parameter, max }), attribute };
}

function linkProblem(attribute: BrandingAttribute): BrandingProblem {
  return { ...problem('text_with_link', { parameter: BRANDING_PREFIX + attribute }), attribute };
}

/** One line of plain text: no control characters, which could start another header. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is rejected
const ONE_LINE = /^[^\u0000-\u001f\u007f\u2028\u2029]+$/;
/** The largest uploaded logo, and its most pixels in either direction; pages and emails show it 40 pixels high. */
export const LOGO_LIMITS = { bytes: 131_072, pixels: 2000 } as const;

/** An uploaded logo: what precedes its identifier, and the whole value. */
export const UPLOADED = 'uploaded:';
export const UPLOADED_LOGO = /^uploaded:([A-Za-z0-9_-]{43})$/;
const LOGO =
  /^(?:uploaded:[A-Za-z0-9_-]{43}|https:\/\/[A-Za-z0-9.-]+(:\d{1,5})?(\/[A-Za-z0-9._~:/?[\]@!$&*+,;=%-]*)?)$/;

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
    if (text.length > limit || !shape.test(text)) problems.push(brandingProblem(name, limit));
    else if (shape === ONE_LINE && looksLikeLink(text)) problems.push(linkProblem(name));
    else return text;
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
  const translations: Partial<Record<LanguageTag, Texts>> = {};
  for (const { tag } of LANGUAGES) {
    const translated = value(`text.${tag}`, BRANDING_LIMITS.text, ONE_LINE);
    const translatedSubject = value(`subject.${tag}`, BRANDING_LIMITS.subject, ONE_LINE);
    if (translated === undefined && translatedSubject === undefined) continue;
    translations[tag] = {
      ...(translated === undefined ? {} : { text: translated }),
      ...(translatedSubject === undefined ? {} : { subject: translatedSubject }),
    };
  }
  return {
    branding: Object.keys(translations).length === 0 ? branding : { ...branding, translations },
    problems,
  };
}

/** A client's branding; the realm's, where the client has none. A client with a text of its own has none of the realm's, in any language. */
export function mergeBranding(client: Branding, realm: Branding): Branding {
  const { translations: realmTranslations = {}, ...realmValues } = realm;
  const { translations: clientTranslations = {}, ...clientValues } = client;
  const translations: Partial<Record<LanguageTag, Texts>> = {};
  const inherited = TRANSLATED_TEXTS.filter((name) => !hasText(client, name));
  for (const { tag } of LANGUAGES) {
    const texts: Texts = { ...clientTranslations[tag] };
    for (const name of inherited) {
      const text = realmTranslations[tag]?.[name];
      if (text !== undefined) texts[name] = text;
    }
    if (Object.keys(texts).length > 0) translations[tag] = texts;
  }
  const merged: Branding = { ...realmValues, ...clientValues };
  for (const name of TRANSLATED_TEXTS)
    if (!inherited.includes(name) && client[name] === undefined) delete merged[name];
  return Object.keys(translations).length === 0 ? merged : { ...merged, translations };
}

/** Whether a branding has a text, in any language. */
function hasText({ translations = {}, ...values }: Branding, name: TranslatedText): boolean {
  return values[name] !== undefined || LANGUAGES.some(({ tag }) => translations[tag]?.[name] !== undefined);
}

/** The branding with its texts in one language. */
export function brandingIn(
  { translations = {}, ...branding }: Branding,
  language: string,
): BrandingInLanguage {
  const texts = LANGUAGES.find(({ tag }) => tag === language.split('-')[0]);
  return texts === undefined ? branding : { ...branding, ...translations[texts.tag] };
}
