/** Runs a plan's modules, one after another, since the suite's callbacks belong to the running module. */
import type { Browser } from 'playwright-core';
import { EMAIL, type UnderTest } from './linkgate.ts';
import type { Plan } from './plans.ts';
import { ALIAS } from './realm.ts';
import type { PlanResult } from './report.ts';
import { type ModuleResult, runModule } from './run-module.ts';
import type { Suite } from './suite.ts';

/** The suite, the Linkgate under test, and the user's browser. */
export interface Environment {
  suite: Suite;
  linkgate: UnderTest;
  browser: Browser;
}

/**
 * Runs a plan to completion.
 * @param only the modules to run of the plan's; all of them if omitted
 * @param log called with a line for each module
 */
export async function runPlan(
  { suite, linkgate, browser }: Environment,
  { name, planName, variant, realm, client, by, only: own }: Plan,
  only: readonly string[] | undefined,
  log: (line: string) => void,
): Promise<PlanResult> {
  const { discoveryUrl, inboxUrl, clients } = linkgate;
  const { id, modules } = await suite.createPlan(planName, variant, {
    alias: ALIAS,
    description: 'Linkgate',
    publish: 'no',
    server: { discoveryUrl: discoveryUrl(realm), login_hint: EMAIL },
    client: clients[client],
    client2: clients.second,
    client_secret_post: clients['by post'],
  });
  const run = { suite, id, browser, mailbox: { inboxUrl, email: EMAIL, by } };
  const results: ModuleResult[] = [];
  for (const planned of modules) {
    const isChosen = [own, only].every((names) => names === undefined || names.includes(planned.testModule));
    if (!isChosen) continue;
    const result = await runModule(run, planned);
    log(`  ${result.outcome} ${result.module}${result.stuck === undefined ? '' : ` (${result.stuck})`}`);
    results.push(result);
  }
  return { name, planName, modules: results };
}
