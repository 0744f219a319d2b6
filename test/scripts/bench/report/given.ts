/** A machine and findings for the report's tests. */
import { readOptions, sizesOf } from '../../../../scripts/bench/options.ts';
import type { Machine } from '../../../../scripts/bench/report/machine.ts';
import type { RecordedFinding } from '../../../../scripts/bench/report/record.ts';

export const MACHINE: Machine = {
  processor: 'Some Processor',
  cores: 2,
  memoryGibibytes: 8,
  system: 'Linux 6.1',
  java: 'Some VM (build 25)',
  keycloak: '26.7.4',
  database: 'postgres',
};

/** A finding of `sign-in-cpu` that differs in what is given. */
export function finding(fields: Partial<RecordedFinding> = {}): RecordedFinding {
  return {
    row: 'sign-in-cpu',
    rounds: [0.3, 0.3, 0.3],
    beside: [],
    notes: [],
    measuredOn: '2026-11-22',
    commit: 'abc1234',
    command: 'npm run bench',
    sizes: sizesOf(readOptions([])),
    ...fields,
  };
}
