/** Reads emails that arrived in the inbox. */

import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { inject } from 'vitest';
import { PATIENCE_MILLIS } from './patience.ts';

/** The parts of an email that tests use. */
export interface Email {
  id: string;
  subject: string;
  text: string;
  html: string;
  from: { address: string; name: string }[];
  to: { address: string; name: string }[];
}

const POLL_MILLIS = 50;

/** The emails to an address so far, oldest first; from the inbox of the test installation by default. */
export async function emailsTo(address: string, inboxUrl = inject('site').inboxUrl): Promise<Email[]> {
  const response = await fetch(`${inboxUrl}/api/email?to.address=${encodeURIComponent(address)}`);
  return (await response.json()) as Email[];
}

/** The `count`th email to an address; waits for it. */
export async function emailTo(
  address: string,
  count = 1,
  inboxUrl = inject('site').inboxUrl,
): Promise<Email> {
  for (const end = Date.now() + PATIENCE_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
    const message = (await emailsTo(address, inboxUrl))[count - 1];
    if (message) return message;
  }
  throw new Error(`no email number ${count} to ${address} came`);
}

/** The link in an email's text. */
export function linkIn(message: Pick<Email, 'text'>): string {
  const link = /^\s*(https?:\S+\/verify-email\?token=\S+)\s*$/m.exec(message.text)?.[1];
  if (link === undefined) throw new Error(`no link in: ${message.text}`);
  return link;
}

/** The link in what an email service got, however that is written. */
export function linkOf(body: string): string {
  const link = /https?:\/\/[^\s"\\<>]+\/verify-email\?token=[\w.-]+/.exec(body)?.[0];
  if (link === undefined) throw new Error('the service got no link');
  return link;
}

/** The token in a link's URL. */
export function tokenIn(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}

/** A link's identifier, from its token. */
export function linkId(link: string): string {
  return decodeJwt(tokenIn(link)).jti ?? '';
}

let counter = 0;

/** An address that no other test uses. */
export function newAddress(name = 'user'): string {
  counter += 1;
  return `${name}-${process.pid}-${Date.now().toString(36)}-${counter}@example.com`;
}

/** An email as it went over the wire. */
export async function sourceOf(message: Email): Promise<string> {
  const response = await fetch(`${inject('site').inboxUrl}/api/email/${message.id}/source`);
  return await response.text();
}
