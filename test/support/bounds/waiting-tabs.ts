/** Browsers that each requested a link on the page, and wait for the email. */
import { expect } from 'vitest';
import { setMailServer } from '../admin.ts';
import { Agent } from '../agent.ts';
import { requestOnPage } from '../check-email-page.ts';
import { newAddress } from '../email.ts';
import { startSmtpStub } from '../smtp-stub.ts';
import { waitingStateOf } from '../waiting-tab.ts';
import { each, type Load } from './load.ts';

/** Only every nth tab polls: the CPU cost of polls is in docs/operate.md. */
const POLLS_OF = 10;

export const waitingTabs: Load = async (max, { realm, client }, until) => {
  const emails = await startSmtpStub({}, { receive: () => {} });
  const restore = await setMailServer({ port: String(emails.port) }, realm.name);
  const requestInTab = async (index: number) => {
    const agent = new Agent();
    const page = await requestOnPage(agent, newAddress('waiting'), client, {}, `${realm.baseUrl}/auth`);
    if (index % POLLS_OF === 0) expect((await waitingStateOf(agent, page)).state).toBe('waiting');
  };
  const count = await each(max, requestInTab, { until });
  return {
    count,
    end: async () => {
      await restore();
      emails.close();
    },
  };
};
