/** A sign-in by the step in a stock realm: finds the step's page behind the flow's other pages. */
import { enabledSteps } from '../../../provider-scripts/src/realm/flow/steps.ts';
import type { Agent, Page } from './agent.ts';
import { Fault, NotApplicable } from './fault.ts';
import type { Probe } from './probe.ts';
import { formOf, requestOf } from './requests.ts';
import { hasField, visible } from './sign-ins.ts';
import { stepTrees } from './step-flows.ts';

/** The id of the step's form, whatever the theme. */
const FORM = 'id="linkgate-step-form"';
/** How many pages may be before it. */
const MAX_PAGES = 4;

/**
 * Opens the client's sign-in, and goes on to the step's page: by its user name form, and by *Try another way*.
 *
 * @param email typed where a page before the step asks who it is
 * @throws NotApplicable if the step can't be reached that way
 */
export async function openStep(
  probe: Probe,
  email: string | undefined,
): Promise<{ agent: Agent; page: Page }> {
  const agent = probe.signIns.newAgent();
  const query = formOf(requestOf(probe.client('confidential')));
  let page = await agent.open(`${probe.target.baseUrl}/protocol/openid-connect/auth?${query}`);
  const steps = (await stepTrees(probe.configuration)).flatMap(({ tree }) => enabledSteps(tree, 'stock'));
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    if (page.status !== 200)
      throw new Fault(`a page of the sign-in is ${page.status}: ${visible(page.text)}`);
    if (page.text.includes(FORM)) return { agent, page };
    const option = steps.find(({ id }) => id !== '' && page.text.includes(id));
    if (option !== undefined && hasField(page, 'authenticationExecution'))
      page = await agent.submit(page, { authenticationExecution: option.id });
    else if (hasField(page, 'tryAnotherWay')) page = await agent.submit(page, { tryAnotherWay: 'on' });
    else if (hasField(page, 'username') && !hasField(page, 'password') && email !== undefined)
      page = await agent.submit(page, { username: email });
    else break;
  }
  throw new NotApplicable(`the step isn’t offered before: ${visible(page.text)}`);
}

/** Requests the link on the step's page; where the flow knows the user, a click is enough. */
export async function sendFrom(agent: Agent, page: Page, email: string): Promise<Page> {
  return await agent.submit(page, {
    action: 'send',
    ...(hasField(page, 'email') ? { email } : {}),
  });
}

/** Presses the button of a link's page. */
export async function confirmLink(agent: Agent, page: Page): Promise<Page> {
  const confirm = /name="confirm" value="([^"]+)"/.exec(page.text)?.[1];
  if (confirm === undefined) throw new Fault(`the link’s page is ${page.status}: ${visible(page.text)}`);
  return await agent.submit(page, { confirm });
}
