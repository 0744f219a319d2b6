/** Reads emails from MailDev's API, as a user reads an inbox. */

import { setTimeout as wait } from 'node:timers/promises';
import {
  readOneTimeCode,
  writtenCode,
} from '../../../provider-scripts/src/links/magic-link/one-time-code.ts';
import { Fault } from './fault.ts';

/** The parts of an email that the checks use. */
export interface InboxEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const ARRIVAL_MILLISECONDS = 15_000;
const POLL_MILLISECONDS = 100;

/** The emails to an address so far, oldest first. */
export async function emailsTo(inboxUrl: string, address: string): Promise<InboxEmail[]> {
  const response = await fetch(`${inboxUrl}/api/email?to.address=${encodeURIComponent(address)}`);
  if (!response.ok) throw new Fault(`the inbox ${inboxUrl} returns ${response.status}`);
  return (await response.json()) as InboxEmail[];
}

/**
 * Waits for the `count`th email to an address.
 * @throws Fault if none arrives within 15 seconds
 */
export async function awaitEmail(inboxUrl: string, address: string, count: number): Promise<InboxEmail> {
  for (const end = Date.now() + ARRIVAL_MILLISECONDS; Date.now() < end; await wait(POLL_MILLISECONDS)) {
    const message = (await emailsTo(inboxUrl, address))[count - 1];
    if (message) return message;
  }
  throw new Fault(`no email arrived in the inbox within ${ARRIVAL_MILLISECONDS / 1000} s`);
}

/** The sign-in link in an email's text. */
export function linkIn({ text }: InboxEmail): string {
  const link = /^\s*(https?:\S+\/verify-email\?token=\S+)\s*$/m.exec(text)?.[1];
  if (link === undefined) throw new Fault('the email has no sign-in link on a line of its own');
  return link;
}

/**
 * The one-time code in an email that has no link, as it is written there.
 * @throws Fault if there is none
 */
export function codeIn({ text }: InboxEmail): string {
  const isCode = (line: string) =>
    (['alone', 'longer'] as const).some((kind) => {
      const code = readOneTimeCode(line, kind);
      return code !== null && writtenCode(kind, code) === line;
    });
  const code = text
    .split('\n')
    .map((line) => line.trim())
    .find(isCode);
  if (code === undefined) throw new Fault('the email has neither a link nor a code');
  return code;
}
