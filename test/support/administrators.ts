/** Administrators of the sample realm, and how they open Linkgate's admin pages in a browser. */
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import type { BrowserContext, Page } from 'playwright-core';
import { inject } from 'vitest';
import { makeAccount } from './accounts.ts';
import { admin, REALM } from './admin.ts';
import { visit } from './chromium.ts';
import { emailsTo, emailTo, linkIn, newAddress } from './email.ts';

/** A role of Keycloak's client `realm-management`. */
type ManagementRole =
  | `${'view' | 'manage'}-${'realm' | 'clients' | 'users' | 'identity-providers'}`
  | 'realm-admin';

/** The URL of the admin pages. */
export function pagesUrl(): string {
  return `${inject('site').baseUrl}/linkgate`;
}

/** Creates an account with these roles; returns its address. */
export async function makeAdministrator(...roles: ManagementRole[]): Promise<string> {
  return await makeAdministratorBy(await admin(), roles);
}

/** Creates such an account on another server. */
export async function makeAdministratorBy(
  api: KeycloakAdminClient,
  roles: readonly ManagementRole[],
): Promise<string> {
  const email = newAddress('administrator');
  const id = await makeAccount(email, {}, api);
  await giveManagementRoles(api, REALM, id, roles);
  return email;
}

/** Makes a user of a realm its administrator. */
export async function giveManagementRoles(
  api: KeycloakAdminClient,
  realm: string,
  id: string,
  roles: readonly ManagementRole[],
): Promise<void> {
  const [management] = await api.clients.find({ realm, clientId: 'realm-management' });
  const clientUniqueId = management?.id ?? '';
  const all = await api.clients.listRoles({ realm, id: clientUniqueId });
  const chosen = all.filter(({ name }) => (roles as (string | undefined)[]).includes(name));
  await api.users.addClientRoleMappings({
    realm,
    id,
    clientUniqueId,
    roles: chosen.map((role) => ({ id: role.id ?? '', name: role.name ?? '' })),
  });
}

/** Signs in at the admin pages as a user does: by address, link and, the first time, consent. Returns the tab with the pages. */
export async function enterPages(
  context: BrowserContext,
  email: string,
  route = '',
  { url = pagesUrl(), inboxUrl = inject('site').inboxUrl } = {},
): Promise<Page> {
  const page = await context.newPage();
  await visit(page, `${url}${route}`);
  await signInTo(page, email, inboxUrl);
  return page;
}

/** Signs in on the sign-in page that a tab with the admin pages was redirected to. */
export async function signInTo(page: Page, email: string, inboxUrl = inject('site').inboxUrl): Promise<void> {
  const before = (await emailsTo(email, inboxUrl)).length;
  await page.fill('input[name=email]', email);
  await page.locator('form button[type=submit]').first().click();
  // The email may arrive before the response: two navigations at the same moment would interrupt each other.
  await page.locator('#email').waitFor({ state: 'detached' });
  await visit(page, linkIn(await emailTo(email, before + 1, inboxUrl)));
  await consentAndArrive(page);
}

/** Consents if prompted, and waits for the pages. */
export async function consentAndArrive(page: Page): Promise<void> {
  const arrived = page.locator('header.head');
  const consent = page.locator('#kc-login[name=accept]');
  await arrived.or(consent).first().waitFor();
  if (await consent.isVisible()) await consent.click();
  await arrived.waitFor();
}
