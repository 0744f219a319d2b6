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

/** The options of a command for the realm with this URL. */
export function realmAt(baseUrl: string): { server: string; realm: string } {
  const [server = '', realm = ''] = baseUrl.split('/realms/');
  return { server, realm: decodeURIComponent(realm) };
}

/** The same as they are typed. */
export function optionsAt(baseUrl: string): string[] {
  const { server, realm } = realmAt(baseUrl);
  return ['--server', server, '--realm', realm];
}
