/** UUIDs that are in the order of time (version 7: RFC 9562, section 5.7). */

/** As many as the twelve bits after the time can distinguish. */
const IN_A_MILLISECOND = 4096;

/**
 * A random identifier with its time before it.
 *
 * @param place of one among others that are made at once, from 0: they are counted on into the milliseconds that follow (RFC 9562, section 6.2)
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
