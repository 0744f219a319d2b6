/** Expectations of a conformance check's report. */
import { expect } from 'vitest';
import type { Report } from '../../scripts/conformance/run.ts';
import { jsonOf, type Ran } from './command.ts';

/** The checks that failed. */
export function failedChecks({ findings }: Report): string[] {
  return findings.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
}

/** Expects no failures and a matching exit code; returns the report. */
export function expectConformant(ran: Ran): Report {
  const report = jsonOf<Report>(ran);
  const failed = report.findings.filter(({ outcome }) => outcome === 'failed');
  expect(failed).toEqual([]);
  expect(ran.code).toBe(0);
  return report;
}
