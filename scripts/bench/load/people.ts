/** The people of the benchmark: each has an address, and a network address of their own as people have. */

/** Somebody who signs in. */
export interface Person {
  email: string;
  /** What the server sees behind its proxy: limits by network are counted as for real callers, and nobody reaches one. */
  network: string;
}

/** The person of that number. */
export function person(number: number, kind = 'person'): Person {
  const part = (bits: number) => (number >> bits) & 0xff;
  return { email: `${kind}-${number}@example.com`, network: `10.${part(16)}.${part(8)}.${part(0)}` };
}

/** The header in which a proxy passes on the caller's address. */
export function from({ network }: Person): Record<string, string> {
  return { 'x-forwarded-for': network };
}
