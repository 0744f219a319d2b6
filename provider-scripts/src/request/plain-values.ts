/** Which values of a request may be written into a log as they are: the server's own log has them, and whoever reads it in a terminal. */
import { hasControlCharacters, hasControlCharactersInLines } from './control-characters.ts';
import type { Parameters } from './parameters.ts';

/** URIs whose path Keycloak logs decoded. */
const URI_NAME = /(^|_)uri$/i;
/** What may be control characters in UTF-8: anything up to `%1F`, `%7F`, or a sequence of several bytes. */
const ENCODED = /%[01][0-9a-f]|%7f|%c2|%e2/i;

/** How the parameters of an endpoint may deviate. */
export interface PlainRules {
  /** Names whose values the endpoint checks itself, or only gives back or compares. */
  opaque: readonly string[];
  /** Whether values may have several lines, as text areas do. */
  lines: boolean;
}

/** The first parameter that has control characters in its name or a value; null where none has any. */
export function unplainName(parameters: Parameters, { opaque, lines }: PlainRules): string | null {
  for (const [name, values] of Object.entries(parameters)) {
    if (hasControlCharacters(name)) return name;
    if (opaque.includes(name)) continue;
    for (const value of values) if (!isPlain(name, value, lines)) return name;
  }
  return null;
}

function isPlain(name: string, value: string, lines: boolean): boolean {
  if (lines ? hasControlCharactersInLines(value) : hasControlCharacters(value)) return false;
  return !URI_NAME.test(name) || !hasControlCharacters(decodedPath(value));
}

/** The path of a URI as Java decodes it; empty where there is nothing to decode. */
function decodedPath(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  if (!ENCODED.test(path)) return '';
  try {
    return decodeURIComponent(path);
  } catch {
    // Java replaces what isn't UTF-8 and decodes the rest.
    return path.replace(/%([01][0-9a-f]|7f)/gi, '\n');
  }
}

/** Whether any text in a JSON value, names of members included, has control characters. */
export function hasUnplainText(json: unknown): boolean {
  if (typeof json === 'string') return hasControlCharacters(json);
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json as Record<string, unknown>).some(
    ([name, value]) => hasControlCharacters(name) || hasUnplainText(value),
  );
}
