/** Formats a report for users: failures come last, with their fixes. */

import { table } from '../cli/table.ts';
import type { Report } from './run.ts';

/** A table of all checks, then each fault, then the counts. */
export function reportText({ base_url, rules, versions, findings }: Report): string {
  const { keycloak = 'unknown', linkgate = 'unknown', untested } = versions;
  const failed = findings.filter(({ outcome }) => outcome === 'failed');
  const skipped = findings.filter(({ outcome }) => outcome === 'skipped');
  const faults = failed.map(
    ({ check, proves, problem, fix }) => `✗ ${check} (${proves})\n  found: ${problem}\n  fix:   ${fix}`,
  );
  return [
    `${base_url}  (Keycloak ${keycloak}, Linkgate ${linkgate})`,
    ...(untested === undefined ? [] : [`Note: ${untested}.`]),
    ...(rules === 'step' ? ['A stock realm with the step: judged by contract 10.'] : []),
    'The numbers are the sections of docs/contract.md that a check proves.',
    '',
    table(
      ['check', 'proves', 'outcome'],
      findings.map(({ check, proves, outcome, problem, note }) => [
        check,
        proves,
        outcome === 'skipped' ? `skipped: ${problem}` : note === undefined ? outcome : `${outcome}: ${note}`,
      ]),
    ),
    '',
    ...faults.flatMap((fault) => [fault, '']),
    `${findings.length - failed.length - skipped.length} passed, ${failed.length} failed, ${skipped.length} skipped`,
  ].join('\n');
}
