/** The users of the benchmark: each has an address, and a network address of their own as users have. */

/** A user who signs in. */
export interface User {
  email: string;
  /** The address that the server sees behind its proxy: limits by network are counted as for real callers, and none is reached. */
  network: string;
}

/** The user of that number. */
export function user(number: number, kind = 'user'): User {
  const part = (bits: number) => (number >> bits) & 0xff;
  return { email: `${kind}-${number}@example.com`, network: `10.${part(16)}.${part(8)}.${part(0)}` };
}

/** The header in which a proxy passes on the caller's address. */
export function from({ network }: User): Record<string, string> {
  return { 'x-forwarded-for': network };
}
