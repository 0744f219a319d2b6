/** Browsers that each asked for a link on the page, and wait for the mail. */
import { expect } from 'vitest';
import { setMailServer } from '../admin.ts';
import { Agent } from '../agent.ts';
import { askOnPage } from '../inbox-page.ts';
import { newAddress } from '../mail.ts';
import { startSmtpStub } from '../smtp-stub.ts';
import { told } from '../waiting-tab.ts';
import { each, type Load } from './load.ts';

/** One in so many polls: what polls cost is a matter of the processor, and stands in docs/operate.md. */
const POLLS_OF = 10;

export const waitingTabs: Load = async (most, { realm, client }, until) => {
  const mails = await startSmtpStub({}, { take: () => {} });
  const putBack = await setMailServer({ port: String(mails.port) }, realm.name);
  const ask = async (index: number) => {
    const agent = new Agent();
    const page = await askOnPage(agent, newAddress('waiting'), client, {}, `${realm.baseUrl}/auth`);
    if (index % POLLS_OF === 0) expect((await told(agent, page)).state).toBe('waiting');
  };
  const count = await each(most, ask, { until });
  return {
    count,
    end: async () => {
      await putBack();
      mails.close();
    },
  };
};
