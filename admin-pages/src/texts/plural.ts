/** Plural forms in texts (a subset of ICU MessageFormat). */

const PLURAL = /\{(\w+), plural,((?: \w+ \{[^{}]*\})+)\}/g;
const ARM = / (\w+) \{([^{}]*)\}/g;

/** A text with the plural form for each of its numbers, in which `#` is the number (ICU MessageFormat's `plural`, without nesting). */
export function formatPlural(
  text: string,
  tag: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(PLURAL, (all, name: string, list: string) => {
    const value = values[name];
    if (typeof value !== 'number') return all;
    const arms = Object.fromEntries(
      [...list.matchAll(ARM)].map(([, category = '', arm = '']) => [category, arm]),
    );
    const arm = arms[new Intl.PluralRules(tag).select(value)] ?? arms.other ?? '';
    return arm.replaceAll('#', new Intl.NumberFormat(`${tag}-u-nu-latn`).format(value));
  });
}

/** The numbers that a text's plurals depend on, each with its categories. */
export function pluralsIn(text: string): { name: string; categories: string[] }[] {
  return [...text.matchAll(PLURAL)].map(([, name = '', list = '']) => ({
    name,
    categories: [...list.matchAll(ARM)].map(([, category = '']) => category),
  }));
}

/** The text with each of its plurals replaced by a plain placeholder. */
export function withoutPlurals(text: string): string {
  return text.replace(PLURAL, '{$1}');
}
