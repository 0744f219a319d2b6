/** What a check is: one thing that a conformant realm does, the contract section it proves, and how to mend it. */

import type { Probe } from './probe.ts';

/** What a check can't do without; where it is missing the check is left out and said to be. */
export const NEEDS = {
  admin: 'admin credentials',
  inbox: 'an inbox (--inbox) and a confidential client with its secret',
  confidential: 'a confidential client with its secret (--client-id, CLIENT_SECRET)',
  other: 'a second confidential client (in the run file as "shop")',
  public: 'a public client (--public-client-id)',
  service: 'a client with client credentials (--service-client-id, SERVICE_CLIENT_SECRET)',
  pending: 'a client that is not approved yet (--pending-client-id, PENDING_CLIENT_SECRET)',
  referral: 'a referral code, where sign-up is closed (REFERRAL_CODE)',
} as const;
export type Need = keyof typeof NEEDS;

/** A check; its name is its file's name. */
export interface Check {
  readonly name: string;
  /** Such as `contract 2.1`, or `design 3` where the contract is silent. */
  readonly proves: string;
  readonly needs?: readonly Need[];
  /** What an administrator does about a fault. */
  readonly mend: string;
  /**
   * Looks at the realm.
   * @throws Fault saying what isn't as it has to be
   */
  readonly run: (probe: Probe) => Promise<void>;
}

/** Something isn't as the contract has it. */
export class Fault extends Error {}

/** Thrown where a check finds that it can say nothing about this realm. */
export class NotApplicable extends Error {}

/** @throws Fault with the text unless the condition holds */
export function expectThat(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Fault(problem);
}

/** @throws Fault showing both values unless they are equal as JSON (the order of fields counts for nothing, that of members does) */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (canonical(actual) === canonical(expected)) return;
  throw new Fault(`${what}: ${show(actual)} instead of ${show(expected)}`);
}

/** @throws Fault naming every problem, unless there is none */
export function expectNone(problems: readonly string[]): void {
  if (problems.length > 0) throw new Fault(problems.join('; '));
}

/** A value on one line, shortened. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}
