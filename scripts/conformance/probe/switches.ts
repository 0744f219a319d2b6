/** Realm attributes that turn something on, as a realm has them. */
import { SWITCH_MODES } from '../../../provider-scripts/src/realm/settings/switch.ts';

/** What is wrong with these attributes' values. */
export function faultsOfSwitches(
  attributes: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): string[] {
  return names.flatMap((name) => {
    const mode = attributes[name];
    return !mode || SWITCH_MODES.some((choice) => choice === mode)
      ? []
      : [`${name} is ${mode} instead of ${SWITCH_MODES.join(' or ')}`];
  });
}
