/** The report of a run of the conformance suite. */
import { describe, expect, test } from 'vitest';
import { REASONS } from '../../../scripts/oidf/reasons.ts';
import {
  failures,
  markdownReport,
  type Report,
  reportText,
  unexplained,
  withReport,
} from '../../../scripts/oidf/report.ts';
import type { ModuleResult } from '../../../scripts/oidf/run-module.ts';

const EMAIL_IN_ID_TOKEN = 'EnsureIdTokenDoesNotContainEmailForScopeEmail';
const PASSED: ModuleResult = { module: 'oidcc-server', outcome: 'PASSED', findings: [] };
const WARNED: ModuleResult = {
  module: 'oidcc-scope-email',
  outcome: 'WARNING',
  findings: [
    { kind: 'WARNING', condition: EMAIL_IN_ID_TOKEN, message: 'Unexpectedly found email. Technically …' },
  ],
};
const REVIEWED: ModuleResult = {
  module: 'oidcc-prompt-login',
  outcome: 'REVIEW',
  findings: [
    { kind: 'REVIEW', condition: 'ExpectSecondLoginPage', message: 'The server must ask; a screenshot of …' },
  ],
  shown: { heading: 'Check your email', details: '' },
};
const BROKEN: ModuleResult = {
  module: 'oidcc-codereuse',
  outcome: 'INTERRUPTED',
  findings: [{ kind: 'FAILURE', condition: 'CheckTokens', message: 'no token' }],
};
const UNFINISHED: ModuleResult = {
  module: 'oidcc-max-age-1',
  outcome: 'UNFINISHED',
  findings: [],
  stuck: 'the module waits',
};

const report = (...plans: ModuleResult[][]): Report => ({
  suite: '5.2.4',
  commit: 'abc1234',
  ranOn: '2026-11-22',
  plans: plans.map((modules, index) => ({ name: `plan${index}`, planName: `suite-plan${index}`, modules })),
});

describe('the text', () => {
  test('counts each plan by its modules’ outcomes, and ends with the total', () => {
    const lines = reportText(report([PASSED, WARNED, REVIEWED], [PASSED])).split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['plan', 'passed', 'warning', 'review', 'skipped', 'failed'],
      ['plan0', '1', '1', '1', '0', '0'],
      ['plan1', '1', '0', '0', '0', '0'],
      ['4 passed, 0 failed'],
    ]);
  });

  test('has a line for each module that failed, was interrupted or never finished, with the cause', () => {
    const failed = report([PASSED, BROKEN, UNFINISHED]);
    expect(failures(failed)).toEqual([
      'plan0 > oidcc-codereuse: INTERRUPTED, CheckTokens: no token',
      'plan0 > oidcc-max-age-1: UNFINISHED, the module waits',
    ]);
    expect(reportText(failed)).toMatch(/\nfailed: plan0 > oidcc-codereuse: .*\n1 passed, 2 failed$/s);
  });

  test('names the suite’s findings without a known reason', () => {
    const finding = { kind: 'WARNING', condition: 'NewOne', message: 'new' } as const;
    const withFinding = report([WARNED, { ...WARNED, findings: [finding] }]);
    expect(unexplained(withFinding)).toEqual(['NewOne']);
    expect(reportText(withFinding)).toContain('without a reason in scripts/oidf/reasons.ts: NewOne');
  });
});

describe('the document', () => {
  test('has a row for each condition, with its modules, their plans, the page shown and the reason', () => {
    const text = markdownReport(report([WARNED, REVIEWED], [WARNED]));
    expect(text).toContain(
      `| Unexpectedly found email | \`oidcc-scope-email\` (plan0, plan1) | ${REASONS[EMAIL_IN_ID_TOKEN]} |`,
    );
    expect(text).toContain(
      `| The server must ask | \`oidcc-prompt-login\` (plan0) | Check your email | ${REASONS.ExpectSecondLoginPage} |`,
    );
    expect(text).toContain('| plan1 | `suite-plan1` | 0 | 1 | 0 | 0 | 0 |');
  });

  test('stands in its block of the page', () => {
    const page =
      'Before.\n\n<!-- Made by `node scripts/run.mjs oidf.ts --write`. -->\n<!-- Until here. -->\n\nAfter.\n';
    const written = withReport(page, report([WARNED]));
    expect(written).toContain(`-->\n\n${markdownReport(report([WARNED]))}\n\n<!--`);
    expect(written).toMatch(/^Before\.\n[\s\S]*\nAfter\.\n$/);
  });

  test('omits notices in a module that passed', () => {
    expect(markdownReport(report([{ ...WARNED, outcome: 'PASSED' }]))).not.toContain('oidcc-scope-email');
  });
});
