/** Request parameters, as tests give them. */
import type { Parameters } from '../../provider-scripts/src/request/parameters.ts';

/** A parameter per name: one value, several, or left out. */
export type Given = Record<string, string | string[] | undefined>;

/** The parameters that a request with these values has. */
export function given(values: Given): Parameters {
  const parameters: Parameters = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) parameters[name] = typeof value === 'string' ? [value] : value;
  }
  return parameters;
}

/** The problem that a malformed or missing parameter is. */
export function invalidRequest(text: string) {
  return { code: 'invalid_request', status: 400, text };
}
