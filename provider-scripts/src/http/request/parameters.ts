/** Request parameters: a query or a form, read as the RFCs require. */
import { type Problem, problem } from '../../platform/errors/problem.ts';

/** All values of each parameter, in order. */
export type Parameters = Record<string, string[]>;

/** Reads a form body (`application/x-www-form-urlencoded`); null if its encoding is invalid. */
export function parseForm(text: string): Parameters | null {
  const parameters: Parameters = {};
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    try {
      const key = decode(name);
      if (Object.hasOwn(parameters, key)) parameters[key]?.push(decode(value));
      else parameters[key] = [decode(value)];
    } catch {
      return null;
    }
  }
  return parameters;
}

function decode(text: string): string {
  return decodeURIComponent(text.includes('+') ? text.replace(/\+/g, ' ') : text);
}

/** The value of a parameter; an empty one counts as omitted (RFC 6749, section 3.1). */
export function single(parameters: Parameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name]?.[0] : undefined;
  return value === '' ? undefined : value;
}

/** The parameters as a query without empty and ignored ones; null if none was dropped, and they are those that were given. */
export function queryWithoutEmpty(
  parameters: Parameters,
  ignored: readonly string[] = [],
  isChanged = false,
): string | null {
  const pairs: string[] = [];
  let dropped = isChanged;
  for (const [name, values] of Object.entries(parameters)) {
    for (const value of values) {
      if (value === '' || ignored.includes(name)) dropped = true;
      else pairs.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    }
  }
  return dropped ? pairs.join('&') : null;
}

/** RFC 6749, section 3.1: a parameter must not be given more than once. */
export function checkRepeated(parameters: Parameters, names: readonly string[]): Problem | null {
  for (const name of names) {
    const values = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (values && values.length > 1) return problem('given_twice', { parameter: name });
  }
  return null;
}
