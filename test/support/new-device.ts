/** Devices that an account hasn't used before, and the emails that tell of them. */
import { inject, vi } from 'vitest';
import { Agent, type Page } from './agent.ts';
import { confirm } from './confirm-page.ts';
import { type Email, emailsTo } from './email.ts';
import { fetchFrom, newCaller } from './from-address.ts';
import { PATIENT } from './patience.ts';
import { follow, linkFor } from './sign-in.ts';
import type { SiteClient } from './site.ts';

/** The realm attribute. */
export const NOTICES = 'linkgate.new-device-notices';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A browser without cookies at an address of its own. */
export interface Device {
  agent: Agent;
  address: string;
}

/** A new one. */
export function newDevice(address = newCaller(), userAgent = FIREFOX): Device {
  const headers = { accept: 'text/html', 'user-agent': userAgent };
  return { agent: new Agent(headers, undefined, fetchFrom(address)), address };
}

const DISOWN = /^\s*(https?:\S+\/new-device\?token=\S+)\s*$/m;

/** The link *This wasn't me* in an email's text; null if it is another email. */
export function disownLinkIn(message: Pick<Email, 'text'>): string | null {
  return DISOWN.exec(message.text)?.[1] ?? null;
}

/** The notices to an address so far, oldest first. */
export async function noticesTo(address: string): Promise<Email[]> {
  return (await emailsTo(address)).filter((message) => disownLinkIn(message) !== null);
}

/** Waits until an address has had a number of notices; returns the last. */
export async function noticeTo(address: string, count = 1): Promise<Email> {
  return await vi.waitFor(async () => {
    const message = (await noticesTo(address))[count - 1];
    if (message === undefined) throw new Error(`no notice number ${count} to ${address} came`);
    return message;
  }, PATIENT);
}

/** Requests another link for an address and returns it. */
export async function nextLink(email: string, client: SiteClient): Promise<string> {
  return await linkFor(email, client, { emailNumber: (await emailsTo(email)).length + 1 });
}

/** Signs in by a link on a device; returns the code. */
export async function signInOn({ agent }: Device, email: string, client: SiteClient): Promise<string> {
  const target = await follow(await nextLink(email, client), agent);
  const code = target.searchParams.get('code');
  if (code === null) throw new Error(`no code, but ${target.search}`);
  return code;
}

/** Opens the link *This wasn't me* as its owner does, and presses the button. */
export async function disown(link: string, agent = new Agent()): Promise<Page> {
  return await confirm(agent, await agent.open(link));
}

/** The page's address, of the sample realm. */
export function disownUrl(token: string): string {
  return `${inject('site').baseUrl}/new-device?token=${token}`;
}
