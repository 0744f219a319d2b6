/** Reads JSON that a stranger sent. */

/** The engine reads by recursion, and an exhausted stack can't be caught. No request of ours nests deeper than a few levels. */
const MAX_JSON_DEPTH = 32;

/** What the text says; throws where it isn't JSON or nests too deep. */
export function parseForeignJson(text: string): unknown {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < text.length; i++) {
    const character = text.charAt(i);
    if (inText && character === '\\') i++;
    else if (character === '"') inText = !inText;
    else if (!inText && (character === '[' || character === '{')) depth++;
    else if (!inText && (character === ']' || character === '}')) depth--;
    if (depth > MAX_JSON_DEPTH) throw new Error('JSON that nests too deep');
  }
  return JSON.parse(text);
}
