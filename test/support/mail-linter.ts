/**
 * Two linters for the HTML of emails: html-validate for the markup itself, and caniemail, which knows from caniemail.com what each email
 * program shows.
 */
import { caniemail } from 'caniemail';
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // What mail programs need: attributes that HTML 5 has given up, styles in the tags, a role where they drop elements they don't know.
    'no-deprecated-attr': 'off',
    'no-inline-style': 'off',
    'prefer-native-element': ['error', { exclude: ['article'] }],
  },
});

/** What an email must be readable in. */
const PROGRAMS = [
  'apple-mail.*',
  'gmail.android',
  'gmail.desktop-webmail',
  'gmail.ios',
  'outlook.*',
  'samsung-email.*',
  'yahoo.*',
] as const;

/** What only makes an email nicer: where a program leaves it out, everything can still be read and used. */
const ENHANCEMENTS: readonly string[] = [
  '@media',
  'color-scheme CSS property',
  'color-scheme meta tag',
  'border-radius',
  'word-break',
  // What hides the preheader besides `display: none`, for programs that don't know that.
  'max-height property',
  'overflow',
  'opacity',
  // The text inside is shown all the same.
  '<bdi> element',
  '<body> element',
  'role attribute',
  'aria-label attribute',
];

/** Mistakes in the markup, one line each. */
export async function markupMistakes(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}, line ${line}: ${message}`),
  );
}

/** What the email is built on and some program doesn't show, as `feature: programs`. */
export function unsupportedFeatures(html: string): string[] {
  const { issues } = caniemail({ clients: [...PROGRAMS], html });
  const programs = new Map<string, Set<string>>();
  for (const [program, list] of issues.errors) {
    for (const { title } of list) {
      if (ENHANCEMENTS.includes(title)) continue;
      programs.set(title, (programs.get(title) ?? new Set()).add(program));
    }
  }
  return [...programs].map(([title, names]) => `${title}: ${[...names].join(', ')}`);
}
