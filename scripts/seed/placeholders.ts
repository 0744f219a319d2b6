/** Fills the `${NAME}` placeholders of realm-config/ from the installation's own values: secrets, ports, addresses. */

import { Failure } from '../failure.ts';
import { isJsonObject, type Json } from '../json.ts';

/** Upper case only: `${email}` and the like are Keycloak's message keys and stay. */
const PLACEHOLDER = /\$\{([A-Z][A-Z0-9_]*)\}/g;

/** What a placeholder stands for; undefined if unknown. */
export type Variables = (name: string) => string | undefined;

/**
 * A copy of `value` with the placeholders in its texts filled.
 * @param file named in errors, such as `realm-config/realm.json`
 * @throws Failure naming file, field and placeholder when `variables` doesn't have it, or has it empty
 */
export function fillPlaceholders<T extends Json>(value: T, variables: Variables, file: string): T {
  return filled(value, variables, file, '') as T;
}

function filled(value: Json, variables: Variables, file: string, path: string): Json {
  if (typeof value === 'string') {
    return value.replace(PLACEHOLDER, (_, name: string) => {
      const filling = variables(name);
      if (filling) return filling;
      throw new Failure(`${file}: ${path || 'the file'}: ${name} isn't set`);
    });
  }
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        filled(field, variables, file, path === '' ? name : `${path}.${name}`),
      ]),
    );
  }
  if (Array.isArray(value)) {
    return value.map((member, index) => filled(member, variables, file, `${path}[${index}]`));
  }
  return value;
}
