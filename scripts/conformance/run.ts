/** Runs the checks against a realm, one after another, and says what each found. */

import { type Check, Fault, NEEDS, type Need, NotApplicable } from './check.ts';
import { CHECKS } from './checks.ts';
import { Probe } from './probe.ts';
import type { Target } from './target.ts';
import { type Versions, versionsOf } from './versions.ts';

/** What a check found. */
interface Finding {
  readonly check: string;
  readonly proves: string;
  readonly outcome: 'good' | 'failed' | 'left out';
  /** What is wrong, or why the check was left out. */
  readonly problem?: string;
  /** Only of failed ones. */
  readonly mend?: string;
}

/** A run's result. */
export interface Report {
  readonly base_url: string;
  readonly versions: Versions;
  readonly findings: readonly Finding[];
}

interface Selection {
  /** Names of checks; all of them by default. */
  readonly only?: readonly string[];
}

/** Never throws for what is wrong with the realm: that is in the report. */
export async function checkRealm(target: Target, { only }: Selection = {}): Promise<Report> {
  const probe = new Probe(target);
  const findings: Finding[] = [];
  for (const check of CHECKS) {
    if (only && !only.includes(check.name)) continue;
    findings.push(await runCheck(check, probe));
  }
  return { base_url: target.baseUrl, versions: await versionsOf(probe), findings };
}

/** Whether nothing failed. */
export function isConformant({ findings }: Report): boolean {
  return findings.every(({ outcome }) => outcome !== 'failed');
}

async function runCheck(check: Check, probe: Probe): Promise<Finding> {
  const told = { check: check.name, proves: check.proves };
  const missing = (check.needs ?? []).find((need) => !isThere(need, probe.target));
  if (missing) return { ...told, outcome: 'left out', problem: `needs ${NEEDS[missing]}` };
  try {
    await check.run(probe);
    return { ...told, outcome: 'good' };
  } catch (error) {
    if (error instanceof NotApplicable) return { ...told, outcome: 'left out', problem: error.message };
    return { ...told, outcome: 'failed', problem: problemOf(error), mend: check.mend };
  }
}

function isThere(need: Need, { admin, inboxUrl, referralCode, clients }: Target): boolean {
  if (need === 'admin') return admin !== undefined;
  if (need === 'referral') return referralCode !== undefined;
  if (need === 'inbox') return inboxUrl !== undefined && clients.confidential?.redirect_uri !== undefined;
  return clients[need] !== undefined;
}

function problemOf(error: unknown): string {
  if (error instanceof Fault) return error.message;
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
