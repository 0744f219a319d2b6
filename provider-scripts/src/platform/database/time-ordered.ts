/** Time-ordered UUIDs (version 7: RFC 9562, section 5.7). */

/** The values of the twelve bits after the time. */
const IN_A_MILLISECOND = 4096;

/**
 * A random identifier prefixed with its time.
 *
 * @param place index among identifiers created together, from 0; further ones continue into the next milliseconds (RFC 9562,
 * section 6.2)
 */
export function timeOrdered(millis: number, random: string, place?: number): string {
  const over = place === undefined ? 0 : Math.floor(place / IN_A_MILLISECOND);
  const time = hexadecimal(millis + over, 12);
  const behind = place === undefined ? random.slice(15, 18) : hexadecimal(place % IN_A_MILLISECOND, 3);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${behind}${random.slice(18)}`;
}

function hexadecimal(value: number, digits: number): string {
  return `000000000000${value.toString(16)}`.slice(-digits);
}
