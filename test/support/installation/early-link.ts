/** Requests links early, so that they have expired when a test needs one. */
import { REALM as SETTINGS_OF_REALM } from '../../../provider-scripts/src/realm/settings/table.ts';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { createLink } from '../../../scripts/admin/links.ts';
import { Agent, type Page } from '../agent.ts';
import { linkSettings, realm } from '../plant.ts';
import type { Site } from '../site.ts';

const REALM = 'linkgate';
/** The shortest allowed lifetime of a link. */
const LIFETIME_SECONDS = 60;

/** An unopened link that was requested on the sign-in page of `demo-web`. */
interface EarlyLink {
  email: string;
  /** The page that waits for the email, and its cookies. */
  checkEmail: Pick<Page, 'url' | 'text'>;
  cookies: Readonly<Record<string, string>>;
}

/** The links for tests. */
export interface EarlyLinks {
  /** For tests that open it. */
  opened: EarlyLink;
  /** For tests of the requesting page. */
  awaited: EarlyLink;
  /** For tests of pages' looks, which leave both links unopened. */
  shown: EarlyLink;
  /** Returned to a backend; unopened. */
  givenBack: string;
}

/** Requests the links, which expire a minute later. */
export async function requestEarly(site: Site): Promise<EarlyLinks> {
  const api = await connectAdmin({ serverUrl: site.serverUrl, ...site.admin });
  const restore = await linkSettings({ lifetime: String(LIFETIME_SECONDS) })(api, REALM);
  const opened = await requestOnPage(site, 'opened-late@example.com');
  const awaited = await requestOnPage(site, 'awaited-late@example.com');
  const shown = await requestOnPage(site, 'shown-late@example.com');
  await restore();
  return { opened, awaited, shown, givenBack: await requestBack(site, api) };
}

/** The realm accepts backends' requests only during this time. */
async function requestBack(site: Site, api: Awaited<ReturnType<typeof connectAdmin>>): Promise<string> {
  const forbid = await realm({ attributes: { [SETTINGS_OF_REALM.backendLinks.name]: 'true' } })(api, REALM);
  const { client_id, redirect_uri } = site.clients.web;
  const order = { email: 'given-late@example.com', client_id, redirect_uri, delivery: 'return' };
  const { link = '' } = await createLink(
    { client: api, realm: REALM },
    { ...order, lifetime: LIFETIME_SECONDS },
  );
  await forbid();
  return link;
}

async function requestOnPage(site: Site, email: string): Promise<EarlyLink> {
  const { client_id, redirect_uri } = site.clients.web;
  const request = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: 'openid' });
  const agent = new Agent();
  const first = await agent.open(`${site.baseUrl}/auth?${request}`);
  if (first.status !== 200) throw new Error(`no sign-in page: ${first.status} ${first.text.slice(-1500)}`);
  const { url, status, text } = await agent.submit(first, { email });
  if (!text.includes(email)) throw new Error(`no link was sent to ${email}: ${status} ${text.slice(0, 500)}`);
  return { email, checkEmail: { url, text }, cookies: agent.cookies };
}
