/** Reads the JSON bodies that change settings. */
import { type FieldProblem, fieldProblem } from '../../../platform/errors/problem.ts';
import { findingsAbout } from '../../../realm/settings/attributes.ts';
import { findingsOf } from '../../../realm/settings/read.ts';
import { type Place, settingsAt } from '../../../realm/settings/shown.ts';

/** The texts of the settings that change, empty for one that is reset, and the version that the caller saw. A dry run only validates it. */
export interface SettingsChange {
  readonly changes: Readonly<Record<string, string>>;
  readonly version: string;
  readonly isDryRun: boolean;
}

export const SETTINGS_FIELDS = ['version', 'changes', 'dry_run'] as const;

/** The change that a body requests, or all its validation errors. A value may only be one that acts. */
export function readSettingsChange(
  object: Record<string, unknown>,
  place: Pick<Place, 'level' | 'realmKind' | 'only'>,
): SettingsChange | { details: FieldProblem[] } {
  const { version, changes: given, dry_run: isDryRun = false } = object;
  const details: FieldProblem[] = [];
  if (typeof version !== 'string') details.push(fieldProblem('version', 'version_required'));
  if (typeof isDryRun !== 'boolean') details.push(fieldProblem('dry_run', 'not_a_boolean'));
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { details: [...details, fieldProblem('changes', 'not_an_object')] };
  const settings = settingsAt(place);
  const changes: Record<string, string> = {};
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    const setting = settings.find((one) => one.name === name);
    if (value !== null && typeof value !== 'string') details.push(fieldProblem(name, 'not_a_string'));
    else if (setting === undefined) details.push(unknown(name, place));
    else details.push(...findingsOf(setting, value).map((found) => ({ field: name, ...found })));
    changes[name] = (value ?? '') as string;
  }
  return details.length > 0
    ? { details }
    : { changes, version: version as string, isDryRun: isDryRun as boolean };
}

/** A name that is unknown, a former one, or that of a setting which isn't set here. */
function unknown(name: string, { level }: Pick<Place, 'level'>): FieldProblem {
  const [found] = findingsAbout(level, name, null);
  return found === undefined ? fieldProblem(name, 'setting_elsewhere') : { field: name, ...found };
}
