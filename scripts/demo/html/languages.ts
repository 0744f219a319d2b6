/** The languages that sign-in pages can be asked for, by the names that their speakers give them. */
export const LANGUAGES = [
  { tag: 'en', name: 'English' },
  { tag: 'de', name: 'Deutsch' },
  { tag: 'fr', name: 'Français' },
  { tag: 'es', name: 'Español' },
  { tag: 'ja', name: '日本語' },
  { tag: 'ar', name: 'العربية' },
] as const;

export type Language = (typeof LANGUAGES)[number]['tag'];
