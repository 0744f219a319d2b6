/**
 * Two linters for the HTML of emails: html-validate for the markup itself, and caniemail, which knows from caniemail.com what
 * each email client supports.
 */
import { caniemail } from 'caniemail';
import { HtmlValidate } from 'html-validate';

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // For email clients: attributes that HTML 5 made obsolete, inline styles, and a role where clients drop elements that they
    // don't know.
    'no-deprecated-attr': 'off',
    'no-inline-style': 'off',
    'prefer-native-element': ['error', { exclude: ['article'] }],
  },
});

/** The clients in which an email must be readable. */
const PROGRAMS = [
  'apple-mail.*',
  'gmail.android',
  'gmail.desktop-webmail',
  'gmail.ios',
  'outlook.*',
  'samsung-email.*',
  'yahoo.*',
] as const;

/** Features that only improve the looks: if a client ignores one, everything is still readable and usable. */
const ENHANCEMENTS: readonly string[] = [
  '@media',
  'color-scheme CSS property',
  'color-scheme meta tag',
  'border-radius',
  'word-break',
  'overflow-wrap',
  'text-wrap',
  // Hides the preheader in clients that don't know `display: none`.
  'max-height property',
  'overflow',
  'opacity',
  // The text inside is shown anyway.
  '<bdi> element',
  '<body> element',
  'role attribute',
  'aria-label attribute',
];

/** Mistakes in the markup, one per line. */
export async function markupMistakes(html: string): Promise<string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}, line ${line}: ${message}`),
  );
}

/** The features that the email relies on and that some client doesn't support, as `feature: clients`. */
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
