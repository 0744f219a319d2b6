/** A real link of the step: sent, opened, confirmed, exchanged for tokens, and rejected the second time; or its code where emails contain no link. */
import type { Check } from '../../probe/check.ts';
import { expectThat, Fault, NotApplicable } from '../../probe/fault.ts';
import { awaitEmail, codeIn, emailsTo, linkIn } from '../../probe/inbox.ts';
import type { Probe } from '../../probe/probe.ts';
import { credentials, freshAddress } from '../../probe/requests.ts';
import { hasField, redirectOf, visible } from '../../probe/sign-ins.ts';
import { readSteps } from '../../probe/step-flows.ts';
import { confirmLink, openStep, sendFrom } from '../../probe/step-sign-in.ts';

export const STEP_LINK: Check = {
  name: 'step-link',
  proves: 'contract 2.6, 10',
  realms: 'step',
  needs: ['admin', 'confidential'],
  fix: 'Realm settings, Email: Test connection; the server’s log has a line of org.linkgate with the reason',
  run: async (probe) => {
    const address = await addressFor(probe);
    const { inboxUrl } = probe.target;
    const before = inboxUrl === undefined ? 0 : (await emailsTo(inboxUrl, address)).length;
    const { agent, page } = await openStep(probe, address);
    const sent = await sendFrom(agent, page, address);
    expectThat(sent.status === 200, `the step responds with ${sent.status}: ${visible(sent.text)}`);
    if (inboxUrl === undefined) return `requested for ${address}; without --inbox the link isn’t opened`;
    const message = await awaitEmail(inboxUrl, address, before + 1);
    expectThat(message.html !== '' && message.subject !== '', 'the email has no HTML part or no subject');
    const isCodeAlone = hasField(sent, 'code') && !message.text.includes('/verify-email?');
    const link = isCodeAlone ? undefined : linkIn(message);
    const end =
      link === undefined
        ? await agent.submit(sent, { code: codeIn(message) })
        : await confirmLink(agent, await agent.open(link));
    const note = await finish(
      probe,
      hasField(end, 'accept') ? await agent.submit(end, { accept: 'Yes' }) : end,
    );
    if (link === undefined) return note ?? 'by a code: emails contain no link';
    const again = await probe.signIns.newAgent().open(link);
    expectThat(again.status === 401, `opened again, the link gets ${again.status} instead of 401`);
    return note;
  },
};

/** An existing user's address if one is given; else a new one, which needs open sign-up. */
async function addressFor({ target, configuration }: Probe): Promise<string> {
  if (target.emailTo !== undefined) return target.emailTo;
  const steps = await readSteps(configuration);
  if (steps.some(({ settings }) => settings.signUp !== 'open'))
    throw new NotApplicable('sign-up is closed; missing: --email-to, the address of a user');
  return freshAddress();
}

/** Exchanges the code; a flow or required action that goes on after the link is reported instead. */
async function finish(probe: Probe, end: Parameters<typeof redirectOf>[0]): Promise<string | undefined> {
  if (end.status === 200) return `after the link, the sign-in goes on: ${visible(end.text)}`;
  const client = probe.client('confidential');
  const redirect = redirectOf(end);
  const code = redirect.searchParams.get('code');
  if (code === null) throw new Fault(`the client got no code, but ${redirect.searchParams}`);
  const { redirect_uri } = client;
  const grant = { grant_type: 'authorization_code', code, redirect_uri, ...credentials(client) };
  const tokens = await probe.post('/protocol/openid-connect/token', grant);
  expectThat(tokens.status === 200, `the token endpoint: ${tokens.status} ${tokens.text.slice(0, 300)}`);
  return undefined;
}
