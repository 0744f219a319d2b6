/** Reads settings: what acts if a text is absent or malformed is in the table. */
import { inOneLine } from '../../platform/engine/one-line.ts';
import type { Finding } from '../../platform/errors/finding.ts';
import type { Setting } from './table.ts';

/**
 * The value of a setting.
 *
 * @param text an attribute or a value of a file; absent if it is empty
 * @param inherited what acts if it is absent, if not the default; if it is malformed, too, unless the table names a safe side
 */
export function readSetting<T>(setting: Setting<T>, text: unknown, inherited?: T): T {
  const value = textOf(text) === '' ? undefined : setting.kind.read(textOf(text));
  if (value !== undefined) return value;
  const isMalformed = textOf(text) !== '';
  if (isMalformed && setting.malformed !== undefined) return ownValue(setting, setting.malformed);
  return inherited === undefined ? ownValue(setting, setting.absent) : inherited;
}

/** What is wrong with a setting's text. */
export function findingsOf<T>(setting: Setting<T>, text: unknown): readonly Finding[] {
  const given = textOf(text);
  const { name, kind } = setting;
  if (given === '' || (kind.isLenient !== true && kind.read(given) !== undefined)) return [];
  return kind.findings({ setting: name, given }).map(shortened);
}

/** The longest value that is repeated, in characters. */
const MAX_SHOWN = 80;

/** The finding with as much of the value as a line holds. */
function shortened(found: Finding): Finding {
  const { given } = found.values;
  if (typeof given !== 'string') return found;
  const shown = inOneLine(given.slice(0, MAX_SHOWN));
  if (shown === given) return found;
  return {
    ...found,
    values: { ...found.values, given: shown },
    message: found.message.replace(given, () => shown),
  };
}

/** What the log says of a malformed text: what is wrong, and what acts instead. */
export function warningsOf<T>(setting: Setting<T>, text: unknown): string[] {
  const acting = setting.malformed ?? (setting.inherits === true ? 'the flow’s' : setting.absent);
  return findingsOf(setting, text).map(({ message }) =>
    setting.kind.isLenient === true
      ? message
      : `${message}; ${acting === '' ? 'ignored' : `using ${acting}`}`,
  );
}

/** A text of the table itself. */
function ownValue<T>({ name, kind }: Setting<T>, text: string): T {
  const value = text === '' ? kind.none : kind.read(text);
  if (value === undefined) throw new Error(`the table of settings has no value for ${name}`);
  return value;
}

function textOf(text: unknown): string {
  if (text === null || text === undefined) return '';
  return typeof text === 'string' ? text : JSON.stringify(text);
}
