/** The error of a check that fails, and basic assertions. */

/** A deviation from the contract. */
export class Fault extends Error {
  /** How to fix it, if it differs from the check's own fix. */
  readonly fix: string | undefined;

  constructor(problem: string, fix?: string) {
    super(problem);
    this.fix = fix;
  }
}

/** Thrown when a check doesn't apply to this realm. */
export class NotApplicable extends Error {}

/** @throws Fault with the text unless the condition holds */
export function expectThat(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Fault(problem);
}

/** @throws Fault with both values unless they are equal as JSON (regardless of the order of fields, but not of array members) */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (canonical(actual) === canonical(expected)) return;
  throw new Fault(`${what}: ${show(actual)} instead of ${show(expected)}`);
}

/** @throws Fault that names all problems, if there are any; with a specific fix if given */
export function expectNone(problems: readonly string[], fix?: string): void {
  if (problems.length > 0) throw new Fault(problems.join('; '), fix);
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
