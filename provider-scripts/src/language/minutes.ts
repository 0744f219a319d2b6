/** Times as shown to users. */
const SECONDS_PER_MINUTE = 60;

/** Converts seconds to whole minutes, rounded up. */
export function minutesRoundedUp(seconds: number): number {
  return Math.ceil(seconds / SECONDS_PER_MINUTE);
}

/**
 * The arguments of a text with a number: {0} selects the plural, {1} is the number itself. As a text, it has the same digits in every
 * language, as addresses and codes have.
 */
export function counted(number: number): [number, string] {
  return [number, String(number)];
}
