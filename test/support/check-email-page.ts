/** The sign-in page up to the “check your email” page, and the one-time code of its email. */
import { expect } from 'vitest';
import type { Agent, Page } from './agent.ts';
import { authUrl } from './authorization.ts';
import { submitAddress } from './chooser.ts';
import type { Email } from './email.ts';
import type { Fields } from './form.ts';
import type { SiteClient } from './site.ts';

/** Starts a sign-in at a client and submits the address; returns the “check your email” page. */
export async function requestOnPage(
  agent: Agent,
  email: string,
  client: SiteClient,
  fields: Fields = {},
  at?: string,
): Promise<Page> {
  const url = authUrl(client, { fields, ...(at === undefined ? {} : { at }) });
  const checkEmail = await submitAddress(agent, await agent.open(url), email);
  expect([checkEmail.status, checkEmail.text.includes(email)], checkEmail.text.slice(0, 500)).toEqual([
    200,
    true,
  ]);
  return checkEmail;
}

/** A page’s text without markup, on one line. */
export function textOf({ text }: Pick<Page, 'text'>): string {
  return text
    .replace(/<(style|script)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The one-time code in an email; null if there is none. */
export function codeIn(message: Email): string | null {
  return /^(\d{6})$/m.exec(message.text.replaceAll('\r', ''))?.[1] ?? null;
}

/** The one-time code in an email; throws if there is none. */
export function requireCode(message: Email): string {
  const code = codeIn(message);
  if (code === null) throw new Error(`no code in: ${message.text}`);
  return code;
}

/** The code of an email without a link, as it is written there: nine digits, or ten letters and digits. */
export function requireCodeAlone(message: Email): string {
  const text = message.text.replaceAll('\r', '');
  const code = /^(\d{3} \d{3} \d{3}|[2-9B-Z]{5}-[2-9B-Z]{5})$/m.exec(text)?.[1];
  if (code === undefined) throw new Error(`no code alone in: ${text}`);
  return code;
}

/** Returns a wrong code that looks like a code of an email without a link. */
export function otherCodeAlone(code: string, by = 1): string {
  return code.includes('-')
    ? `${code.slice(0, -1)}${code.endsWith('B') ? 'C' : 'B'}`
    : String((Number(code.replaceAll(' ', '')) + by) % 1_000_000_000).padStart(9, '0');
}

/** Returns `count` other codes, all different. */
export function otherCodes(code: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'),
  );
}
