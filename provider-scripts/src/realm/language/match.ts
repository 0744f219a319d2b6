/** Matches preferred languages with the ones that a realm supports. */

/** The longest language tag (RFC 5646, section 4.4.1). */
const MAX_TAG_LENGTH = 35;
/** The maximum number of preferences that are examined. */
const MAX_PREFERENCES = 20;

/**
 * Returns the first preference that the realm supports (RFC 4647, section 3.4: lookup), otherwise the fallback. `de-AT` matches `de`; `pt` also
 * matches `pt-BR`.
 *
 * @param preferences language tags, most preferred first
 * @param supported language tags
 */
export function matchLanguage(
  preferences: readonly string[],
  supported: readonly string[],
  fallback: string,
): string {
  for (const preference of preferences
    .filter(({ length }) => length <= MAX_TAG_LENGTH)
    .slice(0, MAX_PREFERENCES)) {
    const found = lookUp(preference.toLowerCase().replace(/_/g, '-'), supported);
    if (found !== undefined) return found;
  }
  return fallback;
}

/**
 * Returns the tag of the same language with its reader's region, by the first preference for that language; dates and times differ by region. Nothing
 * else of a preference is taken, such as other digits.
 */
export function regionalTag(language: string, preferences: readonly string[]): string {
  const [base = ''] = language.split('-');
  for (const preference of preferences.slice(0, MAX_PREFERENCES)) {
    const [own = '', ...subtags] = preference.replace(/_/g, '-').slice(0, MAX_TAG_LENGTH).split('-');
    if (own.toLowerCase() !== base.toLowerCase()) continue;
    const region = subtags.find((subtag) => REGION.test(subtag));
    return region === undefined ? language : `${base}-${region.toUpperCase()}`;
  }
  return language;
}

/** RFC 5646, section 2.2.4. */
const REGION = /^([a-z]{2}|\d{3})$/i;

function lookUp(preference: string, supported: readonly string[]): string | undefined {
  for (let tag = preference; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = supported.find((one) => one.toLowerCase() === tag);
    if (found !== undefined) return found;
  }
  return /^[a-z]+$/.test(preference)
    ? supported.find((one) => one.toLowerCase().startsWith(`${preference}-`))
    : undefined;
}

/** Splits a list of tags separated by spaces, such as `ui_locales` (OpenID Connect Core, section 3.1.2.1). */
export function languageTags(list: string | null | undefined): string[] {
  return (list ?? '').split(' ').filter((tag) => tag !== '');
}
