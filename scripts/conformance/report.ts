/** Shows a report to users: failures matter most, so they come last, with their fixes. */

import { table } from '../cli/table.ts';
import type { Report } from './run.ts';

/** A table of all checks, then each fault, then the count. */
export function reportText({ base_url, versions, findings }: Report): string {
  const { keycloak = 'unknown', linkgate = 'unknown' } = versions;
  const failed = findings.filter(({ outcome }) => outcome === 'failed');
  const left = findings.filter(({ outcome }) => outcome === 'left out');
  const faults = failed.map(
    ({ check, proves, problem, fix }) => `✗ ${check} (${proves})\n  found: ${problem}\n  fix:   ${fix}`,
  );
  return [
    `${base_url}  (Keycloak ${keycloak}, Linkgate ${linkgate})`,
    'The numbers are the sections of docs/contract.md that a check proves.',
    '',
    table(
      ['check', 'proves', 'outcome'],
      findings.map(({ check, proves, outcome, problem, note }) => [
        check,
        proves,
        outcome === 'left out'
          ? `left out: ${problem}`
          : note === undefined
            ? outcome
            : `${outcome}: ${note}`,
      ]),
    ),
    '',
    ...faults.flatMap((fault) => [fault, '']),
    `${findings.length - failed.length - left.length} passed, ${failed.length} failed, ${left.length} left out`,
  ].join('\n');
}
