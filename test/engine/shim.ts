/** Stands in for vitest in the server's script engine: the few functions that the tests of provider-scripts use. */

/** The outcome of a test; `error` only if it failed. */
export interface Outcome {
  name: string;
  error?: string;
}

/** Every test so far, in order. */
export const outcomes: Outcome[] = [];

const path: string[] = [];

/** Groups tests. */
export function describe(title: string, tests: () => void): void {
  path.push(title);
  tests();
  path.pop();
}

/** Runs one test immediately. */
export function test(title: string, run: () => void): void {
  const name = path.concat(title).join(' > ');
  try {
    run();
    outcomes.push({ name });
  } catch (error) {
    // The engine's stack has no line for the error itself.
    outcomes.push({ name, error: error instanceof Error ? `${error}\n${error.stack}` : String(error) });
  }
}

/** What runs once for each row: a test, or a group of tests. */
type ForRow<Row> = (...row: Row extends readonly unknown[] ? Row : [Row]) => void;

/**
 * Runs a test, or a group of tests, for each row, which is a list of values or a single value. In the title, `%s`, `%i` and `%j` stand for the row's
 * values in order, the last as JSON, and `%#` for the row's index; `$name` and `$name.part` for a member of a row that is an object.
 */
const forEachRow =
  (runOne: (title: string, run: () => void) => void) =>
  <Row>(rows: readonly Row[]) =>
  (title: string, run: ForRow<Row>): void => {
    rows.forEach((row, index) => {
      const values: readonly unknown[] = Array.isArray(row) ? row : [row];
      let next = 0;
      const described = title.replace(/\$(\w+(?:\.\w+)*)/g, (_, place: string) =>
        String(
          place
            .split('.')
            .reduce((at, name) => (at as Record<string, unknown> | null)?.[name], row as unknown),
        ),
      );
      const named = described.replace(/%[sij#]/g, (word) => {
        if (word === '%#') return String(index);
        const value = values[next++];
        return word === '%j' ? JSON.stringify(value) : String(value);
      });
      runOne(named, () => (run as (...row: readonly unknown[]) => void)(...values));
    });
  };

test.each = forEachRow(test);
describe.each = forEachRow(describe);

/** States an expectation. */
export function expect(actual: unknown) {
  return { ...matchers(actual, true), not: matchers(actual, false) };
}

function matchers(actual: unknown, wanted: boolean) {
  const check = (holds: boolean, relation: string, expected?: unknown) => {
    if (holds !== wanted)
      throw new Error(`expected ${show(actual)} ${wanted ? '' : 'not '}${relation} ${show(expected)}`);
  };
  return {
    toBe: (expected: unknown) => check(isSame(actual, expected), 'to be', expected),
    toBeNull: () => check(actual === null, 'to be', null),
    toEqual: (expected: unknown) => check(isEqual(actual, expected), 'to equal', expected),
    toMatchObject: (expected: unknown) => check(hasParts(actual, expected), 'to have', expected),
    toContain: (part: unknown) => check((actual as unknown[]).indexOf(part) >= 0, 'to contain', part),
    toHaveLength: (length: number) =>
      check((actual as unknown[]).length === length, 'to have length', length),
    toBeLessThan: (bound: number) => check((actual as number) < bound, 'to be less than', bound),
    toHaveProperty: (name: string) =>
      check(Object.hasOwn(actual as object, name), 'to have the property', name),
    toMatch: (shape: RegExp) => check(shape.test(actual as string), 'to match', String(shape)),
    toThrow: (message: string) => check(isIn(message, thrownBy(actual as () => void)), 'to throw', message),
  };
}

function isIn(part: string, text: string | null): boolean {
  return text !== null && text.indexOf(part) >= 0;
}

function thrownBy(run: () => void): string | null {
  try {
    run();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Like `Object.is`, which the engine lacks. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return one === 0 && other === 0 ? 1 / one === 1 / other : String(one) === String(other);
}

/** Deep equality; an undefined field counts as absent, as in vitest. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return isSame(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  if (Array.isArray(one) && one.length !== (other as unknown[]).length) return false;
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = present(a);
  return (
    names.length === present(b).length &&
    names.every((name) => present(b).indexOf(name) >= 0 && isEqual(a[name], b[name]))
  );
}

/** Whether a value contains everything expected, at any depth; objects may have more fields, lists no more elements. */
function hasParts(actual: unknown, expected: unknown): boolean {
  if (typeof actual !== 'object' || typeof expected !== 'object' || actual === null || expected === null)
    return isSame(actual, expected);
  if (Array.isArray(actual) !== Array.isArray(expected)) return false;
  if (Array.isArray(actual) && actual.length !== (expected as unknown[]).length) return false;
  const [has, wanted] = [actual as Record<string, unknown>, expected as Record<string, unknown>];
  return Object.keys(wanted).every((name) => hasParts(has[name], wanted[name]));
}

function present(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}

function show(value: unknown): string {
  return (typeof value === 'function' ? 'a function' : JSON.stringify(value)) ?? 'undefined';
}
