/** The users of the benchmark, each with a separate email and IP address. */

/** A user who signs in. */
export interface User {
  email: string;
  /** The IP address that the server sees behind its proxy, so that limits by network are counted but never reached. */
  network: string;
}

/** The user with that number. */
export function user(number: number, kind = 'user'): User {
  const part = (bits: number) => (number >> bits) & 0xff;
  return { email: `${kind}-${number}@example.com`, network: `10.${part(16)}.${part(8)}.${part(0)}` };
}

/** The header that a proxy adds for the user's IP address. */
export function forwardedFor({ network }: User): Record<string, string> {
  return { 'x-forwarded-for': network };
}
