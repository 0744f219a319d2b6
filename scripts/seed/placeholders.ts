/** Replaces the `${NAME}` placeholders in realm-config/ with the installation's own values: secrets, ports, addresses. */

import { Failure } from '../failure.ts';
import { isJsonObject, type Json } from '../json.ts';

/** Upper case only: `${email}` and the like are Keycloak's message keys and stay. */
const PLACEHOLDER = /\$\{([A-Z][A-Z0-9_]*)\}/g;

/** Returns a placeholder's value; undefined if unknown. */
export type Variables = (name: string) => string | undefined;

/**
 * A copy of `value` with the placeholders in its strings replaced.
 * @param file for error messages, such as `realm-config/realm.json`
 * @throws Failure naming file, field and placeholder if its value is missing or empty
 */
export function fillPlaceholders<T extends Json>(value: T, variables: Variables, file: string): T {
  return fill(value, variables, file, '') as T;
}

function fill(value: Json, variables: Variables, file: string, path: string): Json {
  if (typeof value === 'string') {
    return value.replace(PLACEHOLDER, (_, name: string) => {
      const replacement = variables(name);
      if (replacement) return replacement;
      throw new Failure(`${file}: ${path || 'the file'}: ${name} isn't set`);
    });
  }
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        fill(field, variables, file, path === '' ? name : `${path}.${name}`),
      ]),
    );
  }
  if (Array.isArray(value)) {
    return value.map((member, index) => fill(member, variables, file, `${path}[${index}]`));
  }
  return value;
}
