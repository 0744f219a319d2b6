/** The figures that README states, read from the documents that commands write. */
import { grouped } from '../cli/markdown.ts';
import { Failure } from '../failure.ts';
import { PROOF_FILE, parseOutcomes } from '../test/proof.ts';

/** Which documents are read. */
export const SOURCES = {
  proof: PROOF_FILE,
  performance: 'docs/performance.md',
} as const;
export type Documents = Readonly<Record<keyof typeof SOURCES, string>>;

export interface Figures {
  /** The versions of Keycloak on which no test failed, oldest first. */
  readonly versions: readonly string[];
  /** The modules of the OpenID Foundation's plans. */
  readonly plans: { readonly passed: number; readonly failed: number };
  /** What every change is tested by. */
  readonly tests: { readonly result: string; readonly commit: string };
  /** Results of the benchmark's rows. */
  readonly ratio: (row: string) => string;
}

const TESTED = /Keycloak (\d+\.\d+\.\d+): [1-9]\d* passed, 0 failed/g;
const PLAN = /^\| [\w-]+ \| `oidcc-[\w-]+` \| (\d+) \| \d+ \| \d+ \| \d+ \| (\d+) \|$/gm;

/** @throws Failure if a document lacks a figure */
export function figuresOf(documents: Documents): Figures {
  const plans = [...documents.proof.matchAll(PLAN)].map(([, passed, failed]) => [
    Number(passed),
    Number(failed),
  ]);
  if (plans.length === 0) throw new Failure(`${SOURCES.proof}: no plans`);
  const outcomes = parseOutcomes(documents.proof);
  const tests = outcomes.find(({ part }) => part === 'test');
  if (tests === undefined) throw new Failure(`${SOURCES.proof}: no row for npm test`);
  const onEach = outcomes.find(({ part }) => part === 'versions')?.result ?? '';
  const versions = [...onEach.matchAll(TESTED)].map(([, version = '']) => version);
  if (versions.length === 0) throw new Failure(`${SOURCES.proof}: no version of Keycloak without failures`);
  return {
    versions,
    plans: {
      passed: sum(plans.map(([passed = 0]) => passed)),
      failed: sum(plans.map(([, failed = 0]) => failed)),
    },
    tests: { result: tests.result.replace(/\d+/g, (count) => grouped(Number(count))), commit: tests.commit },
    ratio: (row) => {
      const [, result] =
        new RegExp(`^\\| ${row} \\| [^|]*\\| [^|]*\\| ([\\d.]+) \\|`, 'm').exec(documents.performance) ?? [];
      if (result === undefined) throw new Failure(`${SOURCES.performance}: no row ${row} with a ratio`);
      return result;
    },
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Minor releases, such as `26.6`. */
export function minorsOf(versions: readonly string[]): string[] {
  return [...new Set(versions.map((version) => version.split('.').slice(0, 2).join('.')))];
}
