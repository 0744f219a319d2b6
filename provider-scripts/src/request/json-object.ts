/** Reads the JSON object that a REST request's body must be. */
import { parseForeignJson } from '../engine/json.ts';
import type { FieldProblem } from '../response/error-body.ts';
import { wrongType } from '../errors/admin-rejection.ts';

/** The object, or what is wrong with the body. */
export function parseJsonObject(
  text: string,
): { object: Record<string, unknown> } | { details: FieldProblem[] } {
  let json: unknown;
  try {
    json = parseForeignJson(text);
  } catch {
    return { details: [{ field: 'body', ...wrongType('not JSON') }] };
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return { details: [{ field: 'body', ...wrongType('not a JSON object') }] };
  }
  return { object: json as Record<string, unknown> };
}
