/** Merges a form with what another administrator has saved meanwhile. */

/** A form's values, by field. */
export type Values = Readonly<Record<string, string>>;

/** Another administrator's changes while the form was open: the fields, and its values where the form has changed them, too. */
export interface Conflict {
  fields: readonly string[];
  both: Values;
}

/**
 * Takes the others' changes over, except where the form has changed the same field.
 *
 * @param saved the values when the form was opened
 * @param draft the form's values
 * @param current the values that are stored now
 */
export function merge(saved: Values, draft: Values, current: Values): { draft: Values; conflict: Conflict } {
  const fields = Object.keys(current).filter((field) => current[field] !== saved[field]);
  const isOurs = (field: string) => draft[field] !== saved[field] && draft[field] !== current[field];
  const merged = Object.keys(current).map((field) => [field, (isOurs(field) ? draft : current)[field] ?? '']);
  const both = fields.filter(isOurs).map((field) => [field, current[field] ?? '']);
  return {
    draft: Object.fromEntries(merged) as Values,
    conflict: { fields, both: Object.fromEntries(both) as Values },
  };
}
