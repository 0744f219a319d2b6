/** What a form of settings holds, what it changes, and how a value is told. */
import type { Setting, Settings } from '../../../generated/admin-api.d.ts';
import { settingWords } from '../../texts/settings.ts';
import { duration, named, number, t } from '../../texts/texts.ts';
import type { Values } from '../../ui/merge.ts';

/** The settings of a realm, a step or a client, with the version that a change names. */
export type SettingsOf = Pick<Settings, 'version' | 'settings'>;

/** The form's values, by the setting's name: the stored text; empty for none, in which case the default acts. */
export function draftOf({ settings }: Pick<SettingsOf, 'settings'>): Values {
  return Object.fromEntries(settings.map(({ name, value }) => [name, value ?? '']));
}

/** The form's value for a chosen text: none for the default, unless it is stored. */
export function chosen({ value, default: fallback }: Setting, text: string): string {
  return text === fallback && text !== value ? '' : text;
}

/** The text that acts once the form is saved; a malformed one is shown as it is. */
export function effective({ default: fallback }: Setting, text: string): string {
  return text === '' ? fallback : text;
}

/** Whether a text isn't the default. */
export function isChanged(setting: Setting, text: string): boolean {
  return effective(setting, text) !== setting.default;
}

/** Spaces separate a list's entries, and none surround another text. */
function trimmed({ type }: Setting, text: string): string {
  return type === 'list'
    ? text
        .split(/[\s,]+/)
        .filter(Boolean)
        .join(' ')
    : text.trim();
}

/** The changed settings with their new text; null resets one. */
export function changesOf(settings: readonly Setting[], draft: Values): Record<string, string | null> {
  const changed = settings
    .map((setting) => ({
      name: setting.name,
      before: setting.value ?? '',
      after: draft[setting.name] ?? '',
      setting,
    }))
    .filter(({ before, after }) => before !== after)
    .map(({ name, after, setting }) => [name, trimmed(setting, after) || null] as const);
  return Object.fromEntries(changed);
}

/** The parts of the text `count/days`. */
export function offersOf(text: string): readonly [count: string, days: string] {
  const [count = '', days = ''] = text.split('/');
  return [count, days];
}

/** Which refresh tokens a text means; a number of days may still be missing in a form. */
export function refreshKindOf(text: string): 'off' | 'session' | 'days' | null {
  if (text === 'off' || text === 'session') return text;
  return /^\s*\d*$/.test(text) ? 'days' : null;
}

/** A setting's text in words; a malformed one as it is. */
export function valueText({ type, unit }: Setting, text: string): string {
  if (text.trim() === '') return t('none');
  if (type === 'switch' && (text === 'true' || text === 'false'))
    return t(text === 'true' ? 'settings.on' : 'settings.off');
  if (type === 'number' && /^\d{1,9}$/.test(text))
    return unit === 'seconds' ? duration(Number(text)) : number(Number(text));
  if (type === 'offers' && /^\d+\/\d+$/.test(text)) {
    const [count, days] = offersOf(text).map(Number);
    return t('settings.offers', { count: count ?? 0, days: days ?? 0 });
  }
  if (type === 'refresh-tokens') {
    const kind = refreshKindOf(text);
    if (kind === 'days') return t('settings.days', { count: Number(text) });
    if (kind !== null) return named('clients.refresh-tokens.choice', kind);
  }
  return text;
}

/** Whether a setting's label, sentences or name have all words that are searched for. */
export function isFound({ name }: Setting, search: string): boolean {
  const { label, text } = settingWords(name);
  const all = `${label} ${text} ${name}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
