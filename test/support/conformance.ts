/** What tests expect of a run of the conformance check. */
import { expect, inject } from 'vitest';
import type { Report } from '../../scripts/conformance/run.ts';
import { jsonOf, type Ran } from './command.ts';

/** Checks of what isn't in this server yet. */
async function notYet(): Promise<readonly string[]> {
  const { status } = await fetch(`${inject('site').baseUrl}/session`);
  return status === 404 ? ['session-endpoints'] : [];
}

/** The checks that failed, beside those of what isn't there yet. */
export async function failedChecks({ findings }: Report): Promise<string[]> {
  const known = await notYet();
  return findings
    .filter(({ outcome, check }) => outcome === 'failed' && !known.includes(check))
    .map(({ check }) => check);
}

/** Expects that nothing failed, and that the exit code says so; gives the report. */
export async function expectConformant(ran: Ran): Promise<Report> {
  const report = jsonOf<Report>(ran);
  const failed = report.findings.filter(({ outcome }) => outcome === 'failed');
  expect(await failedChecks(report), JSON.stringify(failed, null, 2)).toEqual([]);
  expect(ran.code).toBe(failed.length === 0 ? 0 : 1);
  return report;
}
