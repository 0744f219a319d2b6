/** The ways into a stock realm's flow that may sign in once: how each is requested, and its last click in several browsers, at several nodes. */
import { admin } from './admin.ts';
import { Agent, type Page } from './agent.ts';
import { requireCodeAlone } from './check-email-page.ts';
import { emailTo, newAddress } from './email.ts';
import { ALLOW, invited } from './invitations.ts';
import type { SiteClient } from './site.ts';
import { approve, look, waitForLink } from './step-cross-device.ts';
import { stepLink, WITH_BACKEND_LINKS } from './step-links.ts';
import { confirmIn, LINK, makeStepRealm, requestByStep, type StepRealm, startSignIn } from './step-realm.ts';

const HOME = 'http://localhost:9/home';

/** The realm, and a client for each kind of email. */
export interface OnceRealm {
  realm: StepRealm;
  links: SiteClient;
  codes: SiteClient;
  crossDevice: SiteClient;
}

/** Makes a realm in which all ways are open. */
export async function makeOnceRealm(fields: Record<string, unknown> = {}): Promise<OnceRealm> {
  const attributes = { ...WITH_BACKEND_LINKS, [ALLOW]: 'true' };
  const themes = { loginTheme: 'keycloak.v2', emailTheme: 'keycloak' };
  const realm = await makeStepRealm(themes, { attributes, ...fields });
  const client = async (config: Record<string, string>) =>
    await realm.makeClient(
      [
        { provider: 'auth-cookie', requirement: 'ALTERNATIVE' },
        { provider: LINK, requirement: 'ALTERNATIVE', config },
      ],
      { baseUrl: HOME },
    );
  return {
    realm,
    links: await client({ emailContains: 'link-and-code' }),
    codes: await client({ emailContains: 'code' }),
    crossDevice: await client({ crossDevice: 'true' }),
  };
}

/** A request that signs in once. */
interface Once {
  /** The user's address. */
  email: string;
  /** Gets a browser at each of these nodes to its last click, whose result is a page. */
  ready(nodes: readonly string[]): Promise<(() => Promise<Page>)[]>;
}

/** Requests it, in a browser at a node. */
export type OnceWay = (at: OnceRealm, node: string) => Promise<Once>;

function browserAt(node: string, cookies: Readonly<Record<string, string>> = {}): Agent {
  const agent = Agent.withCookies(cookies);
  agent.server = node;
  return agent;
}

/** A link opens in any browser; the first is the one that requested it, if one did. */
function byLink(email: string, link: string, requester: Agent | null = null): Once {
  return {
    email,
    ready: async (nodes) => {
      const presses: (() => Promise<Page>)[] = [];
      for (const [index, node] of nodes.entries()) {
        const browser = browserAt(node, index === 0 ? requester?.cookies : {});
        const page = await browser.open(link);
        const confirm = confirmIn(page);
        presses.push(async () => await browser.submit(page, { confirm }));
      }
      return presses;
    },
  };
}

/** A form that only the tab itself can submit, as often as a user clicks. */
function byForm(email: string, tab: Agent, submit: (browser: Agent) => Promise<Page>): Once {
  return {
    email,
    ready: async (nodes) => nodes.map((node) => async () => await submit(browserAt(node, tab.cookies))),
  };
}

export const ONCE_WAYS: Readonly<Record<string, OnceWay>> = {
  'a link of the step': async ({ realm, links }, node) => {
    const user = await realm.makeUser();
    const { agent, link } = await requestByStep(realm, links, user, browserAt(node));
    return byLink(user.email, link, agent);
  },
  'a link that a backend had sent': async ({ realm, links }) => {
    const { email } = await realm.makeUser();
    return byLink(email, await stepLink(realm, links, { email, delivery: 'email' }, email));
  },
  'a link that was returned to a backend': async ({ realm, links }) => {
    const { email } = await realm.makeUser();
    return byLink(email, await stepLink(realm, links, { email }));
  },
  'an invitation': async ({ realm, links }) => {
    const email = newAddress();
    return byLink(email, await invited(email, links, { first_name: 'Ada', last_name: 'User' }, realm.name));
  },
  'a code that comes alone': async ({ realm, codes }, node) => {
    const { email } = await realm.makeUser();
    const tab = browserAt(node);
    const page = await tab.submit(await startSignIn(realm, codes, tab), { email, action: 'send' });
    const code = requireCodeAlone(await emailTo(email));
    return byForm(email, tab, async (browser) => {
      const end = await browser.submit(page, { code });
      // Keycloak takes a page's form once, and shows it again.
      return end.text.includes('name="code"') ? await browser.submit(end, { code }) : end;
    });
  },
  'an approval on another device': async ({ realm, crossDevice }, node) => {
    const waiting = browserAt(node);
    const tab = await waitForLink(realm, crossDevice, await realm.makeUser(), { waiting });
    await approve(tab);
    return byForm(tab.user.email, waiting, async (browser) => await look({ ...tab, waiting: browser }));
  },
};

/** Whether a page leads to the client, signed in. */
export function hasArrived({ headers }: Pick<Page, 'headers'>): boolean {
  const location = headers.get('location') ?? '';
  return location === HOME || location.includes('code=');
}

/** How many sessions the user of an address has, whose account a click may have created. */
export async function sessionsOf({ realm }: OnceRealm, email: string): Promise<number> {
  const { users } = await admin();
  const accounts = await users.find({ realm: realm.name, email, exact: true });
  if (accounts.length > 1) throw new Error(`${accounts.length} accounts of ${email}`);
  const id = accounts[0]?.id;
  return id === undefined ? 0 : (await users.listSessions({ realm: realm.name, id })).length;
}
