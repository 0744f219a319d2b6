/** Finds the language to use among those that a realm supports. */

/** No language tag is longer (RFC 5646, section 4.4.1). */
const MAX_TAG_LENGTH = 35;
/** Who sends more preferences than this speaks one of the first. */
const MAX_WISHES = 20;

/**
 * The first preference that the realm supports (RFC 4647, section 3.4: lookup), otherwise the fallback. `de-AT` finds `de`; `pt` also finds
 * `pt-BR`.
 *
 * @param wishes language tags, most preferred first
 * @param supported language tags
 */
export function matchLanguage(
  wishes: readonly string[],
  supported: readonly string[],
  fallback: string,
): string {
  for (const wish of wishes.filter(({ length }) => length <= MAX_TAG_LENGTH).slice(0, MAX_WISHES)) {
    const found = lookUp(wish.toLowerCase().replace(/_/g, '-'), supported);
    if (found !== undefined) return found;
  }
  return fallback;
}

function lookUp(wish: string, supported: readonly string[]): string | undefined {
  for (let tag = wish; tag !== ''; tag = tag.slice(0, Math.max(0, tag.lastIndexOf('-')))) {
    const found = supported.find((one) => one.toLowerCase() === tag);
    if (found !== undefined) return found;
  }
  return /^[a-z]+$/.test(wish)
    ? supported.find((one) => one.toLowerCase().startsWith(`${wish}-`))
    : undefined;
}

/** The tags of a list separated by spaces, such as `ui_locales` (OpenID Connect Core, section 3.1.2.1). */
export function languageTags(list: string | null | undefined): string[] {
  return (list ?? '').split(' ').filter((tag) => tag !== '');
}
