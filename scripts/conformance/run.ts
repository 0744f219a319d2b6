/** Runs the checks against a realm, one after another, and reports their findings. */

import { forbiddenPath } from '../admin/failure.ts';
import { CHECKS } from './checks/index.ts';
import type { Check } from './probe/check.ts';
import { Fault, NotApplicable } from './probe/fault.ts';
import { missingNeed } from './probe/needs.ts';
import { Probe } from './probe/probe.ts';
import { isOrdinaryRealm, mayHaveStep } from './probe/step-flows.ts';
import type { Target } from './probe/target.ts';
import { type Versions, versionsOf } from './probe/versions.ts';

/** A check's finding. */
interface Finding {
  readonly check: string;
  readonly proves: string;
  readonly outcome: 'good' | 'failed' | 'skipped';
  /** The deviation, or why the check was skipped. */
  readonly problem?: string;
  /** A noteworthy detail of a conforming realm. */
  readonly note?: string;
  /** Only if the check failed. */
  readonly fix?: string;
}

/** The kind of a realm. */
type Rules = 'linkgate' | 'step';

/** A run's result. */
export interface Report {
  readonly base_url: string;
  /** By which rules the realm was judged: those of a Linkgate realm, or of any other whose flows have the step. */
  readonly rules: Rules;
  readonly versions: Versions;
  readonly findings: readonly Finding[];
}

interface Options {
  /** Names of checks; all of them by default. */
  readonly only?: readonly string[];
  /** Called with a line before each check. */
  readonly announce?: (line: string) => void;
}

/** Checks a realm. Never throws for the realm's faults: those are in the report. */
export async function checkRealm(target: Target, { only, announce }: Options = {}): Promise<Report> {
  const probe = new Probe(target);
  const findings: Finding[] = [];
  const rules = await rulesFor(probe);
  const applies = ({ realms }: Check) => realms === 'both' || (realms ?? 'linkgate') === rules;
  const checks = CHECKS.filter((check) => (only ? only.includes(check.name) : applies(check)));
  for (const [index, check] of checks.entries()) {
    announce?.(`${index + 1}/${checks.length} ${check.name}…`);
    findings.push(
      applies(check)
        ? await runCheck(check, probe)
        : { check: check.name, proves: check.proves, outcome: 'skipped', problem: OTHER_RULES[rules] },
    );
  }
  return { base_url: target.baseUrl, rules, versions: await versionsOf(probe), findings };
}

/** Why a check that was named is skipped. */
const OTHER_RULES: Readonly<Record<Rules, string>> = {
  linkgate: 'only for a stock realm with the step; admin credentials show whether it is one',
  step: 'only for a Linkgate realm',
};

/** Without admin credentials, or with too few roles for the realm's attributes, a realm counts as a Linkgate realm. */
async function rulesFor(probe: Probe): Promise<Rules> {
  if (!probe.target.admin) return 'linkgate';
  // The checks report what is wrong.
  const isOrdinary = await isOrdinaryRealm(probe.configuration).catch(() => false);
  if (!isOrdinary) return 'linkgate';
  return (await mayHaveStep(probe.configuration).catch(() => true)) ? 'step' : 'linkgate';
}

/** Whether no check failed. */
export function isConformant({ findings }: Report): boolean {
  return findings.every(({ outcome }) => outcome !== 'failed');
}

async function runCheck(check: Check, probe: Probe): Promise<Finding> {
  const common = { check: check.name, proves: check.proves };
  const skipped = (problem: string): Finding => ({ ...common, outcome: 'skipped', problem });
  const [missing] = (check.needs ?? []).flatMap((need) => missingNeed(need, probe.target) ?? []);
  if (missing !== undefined) return skipped(missing);
  try {
    const note = await check.run(probe);
    return { ...common, outcome: 'good', ...(note !== undefined && { note }) };
  } catch (error) {
    if (error instanceof NotApplicable) return skipped(error.message);
    const forbidden = forbiddenPath(error);
    if (forbidden !== undefined) return skipped(`the admin credentials lack a role: 403 at ${forbidden}`);
    const fix = (error instanceof Fault && error.fix) || check.fix;
    return { ...common, outcome: 'failed', problem: problemOf(error), fix };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
