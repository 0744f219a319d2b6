/** Converts plain values to Java ones for Keycloak's JSON writer. */
import type { JsonValue } from './json-value.ts';

/** The same value as Java maps and lists. */
export function toJava(value: JsonValue): unknown {
  return Java.toJava(value);
}
