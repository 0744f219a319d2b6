/** Reads JSON from untrusted senders. */

/** The engine parses recursively, and a stack overflow can't be caught. No request of ours nests deeper than a few levels. */
const MAX_JSON_DEPTH = 32;

/** The parsed value; throws if the text isn't JSON or is nested too deeply. */
export function parseUntrustedJson(text: string): unknown {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (inText && character === '\\') i++;
    else if (character === '"') inText = !inText;
    else if (!inText && (character === '[' || character === '{')) depth++;
    else if (!inText && (character === ']' || character === '}')) depth--;
    if (depth > MAX_JSON_DEPTH) throw new Error('JSON that is nested too deeply');
  }
  return JSON.parse(text);
}
