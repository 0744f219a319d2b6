/** The first and last name of an invited user's account: given apart, or as one name that is split. Browsers use this as well. */

/** Null if nothing is known. */
export interface AccountNames {
  first: string | null;
  last: string | null;
}

/** What follows a comma without being a first name. */
const SUFFIX = /^(?:jr|sr|i{2,3}|iv|ph\.? ?d|m\.?d|inc|ltd|gmbh)\.?$/i;

/** A first or last name given apart wins; a whole name beside only one of them has the other one, or is it. */
export function namesOf({ name, first, last }: AccountNames & { name: string | null }): AccountNames {
  if (name === null || (first !== null && last !== null)) return { first, last };
  if (first !== null) return { first, last: without(name, first) };
  return last === null ? splitName(name) : { first: without(name, last), last };
}

/** Splits a whole name: `Lovelace, Ada` at its comma, any other before its last word. */
export function splitName(name: string): AccountNames {
  const [, family = '', given = ''] = /^([^,]+),([^,]+)$/.exec(name) ?? [];
  if (given.trim() !== '' && !SUFFIX.test(given.trim())) return { first: given.trim(), last: family.trim() };
  const at = name.lastIndexOf(' ');
  return at < 0
    ? { first: name, last: null }
    : { first: name.slice(0, at).trim(), last: name.slice(at + 1).trim() };
}

/** A whole name without the part that is known; null if it is that part. */
function without(name: string, known: string): string | null {
  if (name === known) return null;
  if (name.startsWith(`${known} `)) return name.slice(known.length).trim();
  return name.endsWith(` ${known}`) ? name.slice(0, -known.length).trim() : name;
}
