/** The settings of a realm, a client or a client scope. */
import { readSetting } from './read.ts';
import type { Setting } from './table.ts';

/** Whatever of Keycloak's has attributes. */
export interface Attributed {
  getAttribute(name: string): string | null;
}

/** The value of a setting in an attribute. */
export function settingOf<T>(owner: Attributed, setting: Setting<T>): T {
  return readSetting(setting, owner.getAttribute(setting.name));
}
