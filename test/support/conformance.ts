/** What tests expect of a run of the conformance check. */
import { expect } from 'vitest';
import type { Report } from '../../scripts/conformance/run.ts';
import { jsonOf, type Ran } from './command.ts';

/** The checks that failed. */
export function failedChecks({ findings }: Report): string[] {
  return findings.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
}

/** Expects that nothing failed, and that the exit code says so; returns the report. */
export function expectConformant(ran: Ran): Report {
  const report = jsonOf<Report>(ran);
  const failed = report.findings.filter(({ outcome }) => outcome === 'failed');
  expect(failed).toEqual([]);
  expect(ran.code).toBe(0);
  return report;
}
