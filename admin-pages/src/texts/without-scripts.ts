/** HTML shown if scripts are disabled, in every language; the build passes it to the server. */
import type { LanguageRow } from '../../../provider-scripts/src/realm/language/languages.ts';

/**
 * A paragraph for each language.
 *
 * @param texts by the language's tag
 */
export function withoutScripts(
  languages: readonly LanguageRow[],
  texts: Readonly<Record<string, { readonly 'no-scripts': string }>>,
): string {
  return languages
    .map(({ tag, direction }) => {
      const text = texts[tag]?.['no-scripts'] ?? '';
      return `<p lang="${tag}" dir="${direction}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`;
    })
    .join('');
}
