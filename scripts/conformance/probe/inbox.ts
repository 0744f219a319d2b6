/** Reads mails from MailDev's API, as a person reads an inbox. */

import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from './fault.ts';

/** What the checks look at in a mail. */
export interface InboxMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const ARRIVAL_MILLISECONDS = 15_000;
const POLL_MILLISECONDS = 100;

/** The mails to an address so far, oldest first. */
export async function mailsTo(inboxUrl: string, address: string): Promise<InboxMail[]> {
  const response = await fetch(`${inboxUrl}/api/email?to.address=${encodeURIComponent(address)}`);
  if (!response.ok) throw new Fault(`the inbox ${inboxUrl} returns ${response.status}`);
  return (await response.json()) as InboxMail[];
}

/**
 * The `count`th mail to an address; waits for it.
 * @throws Fault when none comes within 15 seconds
 */
export async function awaitMail(inboxUrl: string, address: string, count: number): Promise<InboxMail> {
  for (const end = Date.now() + ARRIVAL_MILLISECONDS; Date.now() < end; await wait(POLL_MILLISECONDS)) {
    const mail = (await mailsTo(inboxUrl, address))[count - 1];
    if (mail) return mail;
  }
  throw new Fault(`no mail arrived in the inbox within ${ARRIVAL_MILLISECONDS / 1000} s`);
}

/** The sign-in link in a mail's text. */
export function linkIn({ text }: InboxMail): string {
  const link = /^\s*(https?:\S+\/verify-email\?token=\S+)\s*$/m.exec(text)?.[1];
  if (link === undefined) throw new Fault('the mail has no sign-in link on a line of its own');
  return link;
}
