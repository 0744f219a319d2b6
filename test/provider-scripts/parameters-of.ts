/** Request parameters from a test's values. */
import type { Parameters } from '../../provider-scripts/src/http/request/parameters.ts';

/** A parameter per name: one value, several, or omitted. */
export type ParameterValues = Record<string, string | string[] | undefined>;

/** The parameters of a request with these values. */
export function parametersOf(values: ParameterValues): Parameters {
  const parameters: Parameters = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) parameters[name] = typeof value === 'string' ? [value] : value;
  }
  return parameters;
}

/** The problem of a malformed or missing parameter. */
export function invalidRequest(text: string) {
  return { code: 'invalid_request', status: 400, text };
}
