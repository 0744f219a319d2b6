/** Reads the JSON object that a REST request's body must be. */
import { parseUntrustedJson } from '../../platform/engine/json.ts';
import { type FieldProblem, fieldProblem } from '../../platform/errors/problem.ts';

/** Returns the object, or the problems of the body. */
export function parseJsonObject(
  text: string,
): { object: Record<string, unknown> } | { details: FieldProblem[] } {
  let json: unknown;
  try {
    json = parseUntrustedJson(text);
  } catch {
    return { details: [fieldProblem('body', 'not_json')] };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { details: [fieldProblem('body', 'not_json_object')] };
  }
  return { object: json as Record<string, unknown> };
}
