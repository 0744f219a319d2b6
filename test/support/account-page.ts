/** Users' own page, and its buttons. */
import { inject } from 'vitest';
import { makeAccount } from './accounts.ts';
import { admin, setRealmAttributes } from './admin.ts';
import { Agent, type Page } from './agent.ts';
import type { Email } from './email.ts';
import { webAuthnCredential } from './protected-account.ts';

const MILLIS_PER_DAY = 86_400_000;

/** Serves the page; the returned function stops that. */
export async function serveAccountPage(
  attributes: Record<string, string> = {},
): Promise<() => Promise<void>> {
  return await setRealmAttributes({ 'linkgate.account-page': 'true', ...attributes });
}

/** The page's URL. */
export function accountPageUrl(): string {
  return `${inject('site').baseUrl}/my-account`;
}

/** Opens it in a browser. */
export async function openAccountPage(agent: Agent): Promise<Page> {
  return await agent.open(accountPageUrl());
}

/** Its forms, each with the fields that its button sends. */
function formsOn(page: Pick<Page, 'text'>): Record<string, string>[] {
  return [...page.text.matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) =>
    Object.fromEntries(
      [...form.matchAll(/<(?:input|button)[^>]*\sname="([^"]*)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    ),
  );
}

/** The identifiers of the objects that an action's buttons are for. */
export function idsOn(page: Pick<Page, 'text'>, action: string): string[] {
  return formsOn(page)
    .filter((form) => form.action === action)
    .map(({ id = '' }) => id);
}

/** Presses the first button of an action, or the one for an object; `change` replaces fields, and `headers` are sent as well. */
export async function press(
  agent: Agent,
  page: Pick<Page, 'text'>,
  action: string,
  change: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Page> {
  const form = formsOn(page).find(
    (one) => one.action === action && (change.id === undefined || one.id === change.id),
  );
  const fields = { ...(form ?? { ...formsOn(page)[0], action }), ...change };
  return await agent.open(accountPageUrl(), { method: 'POST', body: new URLSearchParams(fields), headers });
}

/** Of the button on the page that asks once more before it deletes the account. */
export const SURE = { sure: 'true' };

/** Presses that button at once. */
export async function deleteAccount(agent: Agent, page: Pick<Page, 'text'>): Promise<Page> {
  return await press(agent, page, 'delete-account', SURE);
}

/** Creates an account that has passkeys of these names; no authenticator has them. */
export async function makeAccountWithPasskeys(email: string, ...names: string[]): Promise<string> {
  const credentials = names.map((userLabel, index) => ({
    ...webAuthnCredential('webauthn-passwordless', email, {
      credentialId: Buffer.from(`${email} ${index}`).toString('base64'),
    }),
    userLabel,
    createdDate: Date.now() - index * MILLIS_PER_DAY,
  }));
  return await makeAccount(email, { credentials });
}

/** The names of an account's passkeys. */
export async function passkeysOf(id: string): Promise<string[]> {
  const credentials = await (await admin()).users.getCredentials({ realm: 'linkgate', id });
  return credentials.map(({ userLabel = '' }) => userLabel);
}

/** Requests a change of the address of the user who is signed in. */
export async function requestChange(agent: Agent, email: string): Promise<Page> {
  return await press(agent, await openAccountPage(agent), 'change-address', { email });
}

/** The link of a change of address in an email. */
export function changeLinkIn({ text }: Pick<Email, 'text'>): string {
  const link = /^(https?:\S+\/my-account\/address\?token=\w+)$/m.exec(text)?.[1];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return link;
}

/** Opens such a link in a browser, and presses a button of its page. */
export async function answerChange(
  link: string,
  button: 'confirm' | 'stop' = 'confirm',
  agent = new Agent(),
): Promise<Page> {
  const page = await agent.open(link);
  const form = formsOn(page).find((one) => (button === 'stop') === 'stop' in one);
  if (form === undefined) throw new Error(`no form: ${page.status} ${page.text.slice(0, 2000)}`);
  const url = new URL(link);
  return await agent.open(url.origin + url.pathname, { method: 'POST', body: new URLSearchParams(form) });
}
