/** `node scripts/run.mjs oidf.ts`: runs the OpenID Foundation's conformance suite, if one is available, against this checkout. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openChromium } from '../../test/support/chromium.ts';
import { describeCommit } from '../build/commit.ts';
import { ROOT } from '../build/root.ts';
import { readArguments } from '../cli/arguments.ts';
import { writeDocument } from '../cli/document.ts';
import { EXIT_CODE } from '../cli/exit-code.ts';
import { printProgress, printResult } from '../cli/output.ts';
import { WrongUsage } from '../cli/wrong-usage.ts';
import { writeFace } from '../face/readme.ts';
import { Failure } from '../failure.ts';
import { startLinkgate } from '../oidf/linkgate.ts';
import { PLANS } from '../oidf/plans.ts';
import { failures, type Report, reportText, unexplained, withReport } from '../oidf/report.ts';
import { runPlan } from '../oidf/run-plan.ts';
import { Suite } from '../oidf/suite.ts';
import { requirePrerequisites } from '../server/prerequisites.ts';
import { PROOF_FILE } from '../test/proof.ts';
import { command } from './command.ts';

const NO_SUITE = 'LINKGATE_OIDF_SUITE is not set: it must name a running conformance suite.';

const HELP = `Runs the certification plans of the OpenID Foundation's conformance suite against a Linkgate built from this checkout, which it starts
on free ports behind nginx, with Chromium as the user. Takes about a quarter of an hour for all plans.

  node scripts/run.mjs oidf.ts [options]

  --plan NAME       only this plan; may be given more than once: ${PLANS.map(({ name }) => name).join(', ')}
  --module NAME     only modules of this name; may be given more than once
  --write           also writes its part of ${PROOF_FILE}; for complete runs only
  --json            the result as JSON
  --help            this text

Environment:
  LINKGATE_OIDF_SUITE   base URL of a running suite on this machine, in its development mode, such as https://localhost:8443
  NODE_EXTRA_CA_CERTS   the suite's certificate, if no known authority has signed it

Exit code: 0 nothing failed, 1 a module failed, a warning of the suite has no reason, or there is no suite, 2 wrong usage.
`;

await command(async () => {
  const { values, positionals } = readArguments({
    plan: { type: 'string', multiple: true },
    module: { type: 'string', multiple: true },
    write: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  });
  if (values.help) return void process.stdout.write(HELP);
  if (positionals.length > 0) throw new WrongUsage(`${positionals.join(' ')}: not expected`);
  const unknown = values.plan?.find((name) => PLANS.every((plan) => plan.name !== name));
  if (unknown !== undefined) throw new WrongUsage(`--plan ${unknown}: there is no such plan`);
  if (values.write && (values.plan || values.module))
    throw new WrongUsage('--write: the page covers all plans and all of their modules');
  const url = process.env.LINKGATE_OIDF_SUITE?.replace(/\/+$/, '');
  if (!url) throw new Failure(NO_SUITE);
  if (!/^https:\/\//.test(url)) throw new WrongUsage(`LINKGATE_OIDF_SUITE: "${url}" isn't an https URL`);

  const suite = new Suite(url);
  // Up front: files may be changed while it runs.
  const about = { suite: await suite.version(), commit: await describeCommit() };
  await requirePrerequisites();
  const linkgate = await startLinkgate(url, printProgress);
  const browser = await openChromium();
  const plans: Report['plans'][number][] = [];
  for (const plan of PLANS.filter(({ name }) => values.plan?.includes(name) ?? true)) {
    printProgress(`${plan.name}: ${plan.planName}`);
    plans.push(await runPlan({ suite, linkgate, browser }, plan, values.module, printProgress));
  }
  await browser.close();
  if (plans.every(({ modules }) => modules.length === 0))
    throw new Failure('No module was run: no plan has a module with that name.');
  const report: Report = {
    ...about,
    ranOn: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
    plans,
  };
  if (values.write) {
    const page = await readFile(path.join(ROOT, PROOF_FILE), 'utf8');
    await writeDocument(PROOF_FILE, withReport(page, report));
    await writeFace();
  }
  printResult(values.json, report, reportText(report));
  if (failures(report).length + unexplained(report).length > 0) process.exitCode = EXIT_CODE.failed;
});
