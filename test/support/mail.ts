/** Reads the mails that really arrived in the inbox. */
import { setTimeout as wait } from 'node:timers/promises';
import { inject } from 'vitest';
import { PATIENCE_MILLIS } from './patience.ts';

/** What the tests look at in a mail. */
export interface Mail {
  id: string;
  subject: string;
  text: string;
  html: string;
  from: { address: string; name: string }[];
  to: { address: string; name: string }[];
}

const POLL_MILLIS = 50;

/** The mails to an address so far, oldest first; in the inbox of the test installation, or another. */
export async function mailsTo(address: string, inboxUrl = inject('site').inboxUrl): Promise<Mail[]> {
  const response = await fetch(`${inboxUrl}/api/email?to.address=${encodeURIComponent(address)}`);
  return (await response.json()) as Mail[];
}

/** The `count`th mail to an address; waits for it. */
export async function mailTo(address: string, count = 1, inboxUrl = inject('site').inboxUrl): Promise<Mail> {
  for (const end = Date.now() + PATIENCE_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
    const mail = (await mailsTo(address, inboxUrl))[count - 1];
    if (mail) return mail;
  }
  throw new Error(`no mail number ${count} to ${address} came`);
}

/** The link in a mail's text. */
export function linkIn(mail: Pick<Mail, 'text'>): string {
  const link = /^\s*(https?:\S+\/verify-email\?token=\S+)\s*$/m.exec(mail.text)?.[1];
  if (link === undefined) throw new Error(`no link in: ${mail.text}`);
  return link;
}

let counter = 0;

/** An address that no other test uses. */
export function newAddress(name = 'person'): string {
  counter += 1;
  return `${name}-${process.pid}-${Date.now().toString(36)}-${counter}@example.com`;
}

/** A mail as it went over the wire. */
export async function sourceOf(mail: Mail): Promise<string> {
  const response = await fetch(`${inject('site').inboxUrl}/api/email/${mail.id}/source`);
  return await response.text();
}
