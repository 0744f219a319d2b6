/** Realm attributes that turn something on. */

/** The values of such an attribute; the first is the default. */
export const SWITCH_MODES = ['off', 'on'] as const;

/** Whether the attribute is on; any value but `on` counts as off. */
export function isSwitchedOn(attribute: unknown): boolean {
  return attribute === 'on';
}
