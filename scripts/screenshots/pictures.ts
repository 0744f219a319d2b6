/** The README's pictures and the way to each. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { Failure } from '../failure.ts';
import type { RunFile } from '../run-file.ts';

const EMAIL = 'ada@example.com';
const ARRIVAL_MILLIS = 10_000;
const POLL_MILLIS = 100;

/** The part of MailDev's answer that is used. */
interface Mail {
  id: string;
  text: string;
  html: string;
}

/** What to show, by the picture's name. */
export const PICTURES: Readonly<Record<string, (page: Page, run: RunFile) => Promise<void>>> = {
  'sign-in': async (page, run) => {
    await page.goto(authorizationUrl(run, 'shop'));
    await page.fill('#email', EMAIL);
  },
  mail: async (page, run) => {
    await page.setContent((await askForMail(run)).html);
  },
  chooser: async (page, run) => {
    await signIn(page, run);
    await page.goto(authorizationUrl(run, 'shop', { prompt: 'select_account' }));
  },
};

function authorizationUrl(run: RunFile, client: 'web' | 'shop', fields: Record<string, string> = {}): string {
  const { client_id, redirect_uri = '' } = run.clients[client];
  const query = { response_type: 'code', client_id, redirect_uri, scope: 'openid profile email', ...fields };
  return `${run.base_url}/auth?${new URLSearchParams(query)}`;
}

/** Opens a link and consents; the client need not be there. */
async function signIn(page: Page, run: RunFile): Promise<void> {
  const link = /^https?:\S+\/verify-email\?token=\S+$/m.exec((await askForMail(run)).text)?.[0];
  if (link === undefined) throw new Failure('The mail has no link.');
  await page.goto(link);
  const allow = page.locator('[name=accept]');
  if (await allow.isVisible()) await allow.click();
}

/** Requests a link and waits for its mail. */
async function askForMail(run: RunFile): Promise<Mail> {
  const before = (await mails(run)).length;
  const { client_id, redirect_uri } = run.clients.shop;
  await fetch(`${run.base_url}/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, client_id, redirect_uri }),
  });
  for (const end = Date.now() + ARRIVAL_MILLIS; Date.now() < end; await wait(POLL_MILLIS)) {
    const found = (await mails(run))[before];
    if (found !== undefined) return found;
  }
  throw new Failure(`No mail came within ${ARRIVAL_MILLIS / 1000} s.`);
}

async function mails(run: RunFile): Promise<Mail[]> {
  const answer = await fetch(`${run.inbox_url}/api/email?to.address=${encodeURIComponent(EMAIL)}`);
  return (await answer.json()) as Mail[];
}
