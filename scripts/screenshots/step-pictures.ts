/** The screenshots of docs/features/step.md, in a realm of their own. */
import type { Page } from 'playwright-core';
import { addStep } from '../add-step/add.ts';
import { connectAdmin, type RealmAdmin } from '../admin/connect.ts';
import { Failure } from '../failure.ts';
import type { RunFile } from '../run-file.ts';

const REALM = 'acme';
const CONSOLE_SIZE = { width: 900, height: 620 };

/** How to get to each picture's page. */
export const STEP_PICTURES: Readonly<Record<string, (page: Page, run: RunFile) => Promise<void>>> = {
  'step-in-flow': async (page, run) => {
    const flowId = await withStep(run);
    await page.setViewportSize(CONSOLE_SIZE);
    await page.goto(`${run.server_url}/admin/master/console/#/${REALM}/authentication/${flowId}/DEFAULT`);
    await page.fill('#username', run.admin.username);
    await page.fill('#password', run.admin.password);
    await page.click('#kc-login');
    const step = page.getByText('Linkgate: magic link step').first();
    await step.waitFor();
    await step.scrollIntoViewIfNeeded();
  },
  'step-choices': async (page, run) => {
    await withStep(run);
    await page.goto(`${run.server_url}/realms/${REALM}/account/`);
    await page.click('#try-another-way');
    await page.getByText('Link or code by email').waitFor();
  },
};

/** Makes the realm anew, with the step; returns the id of its flow. */
async function withStep(run: RunFile): Promise<string> {
  const client = await connectAdmin({ serverUrl: run.server_url, ...run.admin });
  const admin: RealmAdmin = { client, realm: REALM };
  const at = { realm: REALM };
  if (await client.realms.findOne(at)) await client.realms.del(at);
  const { host, port, from } = run.email;
  const smtpServer = { host, port: String(port), from } as never;
  await client.realms.create({ realm: REALM, displayName: 'Acme', enabled: true, smtpServer });
  const nothing = { flow: undefined, name: undefined, as: undefined, replace: undefined, client: undefined };
  const { flow } = await addStep(admin, { ...nothing, settings: {}, bind: true, apply: true });
  const flows = await client.authenticationManagement.getFlows(at);
  const id = flows.find(({ alias }) => alias === flow)?.id;
  if (id === undefined) throw new Failure(`flow ${flow}: wasn't created`);
  return id;
}
