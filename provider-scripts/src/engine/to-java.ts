/** Converts plain values to Java ones for Keycloak's JSON writer. */
import type { JsonValue } from './json-value.ts';

const LinkedHashMap = Java.type('java.util.LinkedHashMap');
const ArrayList = Java.type('java.util.ArrayList');

/** The same value as Java maps and lists. */
export function toJava(value: JsonValue): unknown {
  if (Array.isArray(value)) {
    const list = new ArrayList();
    for (const item of value as readonly JsonValue[]) list.add(toJava(item));
    return list;
  }
  if (typeof value === 'object' && value !== null) {
    const map = new LinkedHashMap();
    for (const [key, item] of Object.entries(value as Record<string, JsonValue>)) map.put(key, toJava(item));
    return map;
  }
  return value;
}
