/** A client's branding in emails and on pages (contract, section 6.2); values that aren't safe to show are ignored. */
import { type Problem, problem } from '../../platform/errors/problem.ts';
import { LANGUAGES, type LanguageTag } from '../language/languages.ts';
import {
  BRANDING_PREFIX,
  type BrandingAttribute,
  brandingKind,
  TRANSLATED_TEXTS,
  type TranslatedText,
} from '../settings/table.ts';
import { readableOn } from './colour.ts';

/** An attribute's name in JSON. */
export function fieldOf(attribute: string): string {
  return attribute.replace('-', '_');
}

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

/** A problem of a value; its text names the client attribute. */
export interface BrandingProblem extends Problem {
  attribute: BrandingAttribute;
}

function problemOf(attribute: BrandingAttribute, text: string): BrandingProblem {
  const parameter = BRANDING_PREFIX + attribute;
  const max = brandingKind(attribute).maxLength ?? 0;
  if (attribute === 'logo') return { ...problem('branding_logo_malformed', { parameter, max }), attribute };
  if (attribute === 'primary-color' || attribute === 'background-color')
    return { ...problem('branding_colour_malformed', { parameter }), attribute };
  const [found] = brandingKind(attribute).findings({ setting: parameter, given: text });
  return found?.id === 'value-with-link'
    ? { ...problem('text_with_link', { parameter }), attribute }
    : { ...problem('branding_text_malformed', { parameter, max }), attribute };
}

/** The largest uploaded logo, and its most pixels in either direction; pages and emails show it 40 pixels high. */
export const LOGO_LIMITS = { bytes: 131_072, pixels: 2000 } as const;

/** An uploaded logo: what precedes its identifier, and the whole value. */
export const UPLOADED = 'uploaded:';
export const UPLOADED_LOGO = /^uploaded:([A-Za-z0-9_-]{43})$/;

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
  const value = (name: BrandingAttribute): string | undefined => {
    const text = attribute(name);
    if (text === null || text === '') return undefined;
    const valid = brandingKind(name).read(text);
    if (valid === undefined) problems.push(problemOf(name, text));
    return valid;
  };
  const logo = value('logo');
  const primaryColor = value('primary-color');
  const backgroundColor = value('background-color');
  const text = value('text');
  const subject = value('subject');
  const senderName = value('sender-name');
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
    const translated = value(`text.${tag}`);
    const translatedSubject = value(`subject.${tag}`);
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
