/** The end of vitest's output: a line for each failure, wherever it was, and the plain counts, which `.ci/run` repeats. */
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { ROOT } from '../build/root.ts';

const MILLIS_PER_SECOND = 1000;

/** States of a file in which nothing is amiss. */
const ENDED = new Set<ReturnType<TestModule['state']>>(['passed', 'skipped']);

export default class EndReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = [
      ...modules.flatMap(failuresIn),
      ...unhandled.map((error) => failure('outside a file', error)),
    ];
    for (const line of failures) console.log(line);
    const passed = modules.flatMap(({ children }) => [...children.allTests('passed')]).length;
    if (process.env.LINKGATE_TIMINGS === '1') for (const line of costs(modules)) console.log(line);
    console.log(`${passed} passed, ${failures.length} failed`);
  }
}

/** A line for each file with its seconds of the processor and of the clock, the dearest first (`test/support/cost.ts`). */
function costs(modules: readonly TestModule[]): string[] {
  const files = modules.map((module) => ({
    path: relative(ROOT, module.moduleId),
    cost: module.meta().cost ?? 0,
    lasted: module.diagnostic().duration / MILLIS_PER_SECOND,
  }));
  return files
    .toSorted((one, other) => other.cost - one.cost)
    .map(
      ({ path, cost, lasted }) =>
        `cost: ${cost.toFixed(1)} s of the processor, ${lasted.toFixed(1)} s: ${path}`,
    );
}

/** A test that failed is one failure, and so is whatever else did not pass: a file that can't be loaded, or what is done before or after tests. */
function failuresIn(module: TestModule): string[] {
  const path = relative(ROOT, module.moduleId);
  const failures = [
    ...module.errors().map((error) => failure(`${path} > outside a test`, error)),
    ...[...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map((error) => failure(`${path} > ${suite.fullName}, before or after its tests`, error)),
    ),
    ...[...module.children.allTests('failed')].map((test) =>
      failure(`${path} > ${test.fullName}`, test.result().errors?.[0]),
    ),
  ];
  if (failures.length > 0 || ENDED.has(module.state())) return failures;
  return [failure(path, { message: `it is ${module.state()}` })];
}

function failure(where: string, error: { message: string } | undefined): string {
  return `failed: ${where}: ${(error?.message ?? 'no message').split('\n', 1)[0]}`;
}
