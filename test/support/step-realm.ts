/** A stock realm, with flows of its own that have the step for links. */

import { randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { inject } from 'vitest';
import { admin } from './admin.ts';
import { Agent, type Page } from './agent.ts';
import { textOf } from './check-email-page.ts';
import { emailsTo, emailTo, linkIn, newAddress } from './email.ts';
import { makeFlow, type OwnFlow, type Part } from './flows.ts';
import { formOf } from './form.ts';
import { exchange } from './sign-in.ts';
import type { SiteClient } from './site.ts';

/** The step that sends a link. */
export const LINK = 'linkgate-step';

/** Where each client's sign-ins end: nothing listens there. */
const REDIRECT_URI = 'http://localhost:9/callback';

/** The password of each user. */
export const STEP_PASSWORD = 'Correct horse 1';

/** A user of the realm. */
export interface StepUser {
  id: string;
  username: string;
  email: string;
  password: string;
}

/** The realm. */
export interface StepRealm {
  name: string;
  baseUrl: string;
  /** Makes a top-level flow; returns its id and alias. */
  makeFlow(parts: readonly Part[]): Promise<OwnFlow>;
  /** Makes a client whose browser flow is this one. */
  makeClient(
    parts: readonly Part[],
    fields?: { redirectUris?: string[]; [name: string]: unknown },
  ): Promise<SiteClient>;
  makeUser(fields?: Record<string, unknown>): Promise<StepUser>;
  changeUser(user: StepUser, fields: Record<string, unknown>): Promise<void>;
  /** Gives a user a role of the realm, which is made if it isn't there. */
  giveRole(user: StepUser, role: string): Promise<void>;
  /** Makes a user a member of the realm's organization, which is made if it isn't there. */
  joinOrganization(user: StepUser): Promise<void>;
  /** Disables the steps for links in a client's flow. */
  disableSteps(client: SiteClient): Promise<void>;
  update(fields: Record<string, unknown>): Promise<void>;
  remove(): Promise<void>;
}

/** The realm's organization; its members may have addresses of other domains. */
export const ORGANIZATION = { name: 'globex', domain: 'globex.example' };

/** Makes the realm with themes for pages and emails. */
export async function makeStepRealm(
  themes: { loginTheme: string; emailTheme: string },
  fields: Record<string, unknown> = {},
): Promise<StepRealm> {
  const { serverUrl, variables } = inject('site');
  const name = `step-${randomBytes(4).toString('hex')}`;
  const { SMTP_HOST, SMTP_PORT, EMAIL_FROM } = variables;
  await (await admin()).realms.create({
    realm: name,
    enabled: true,
    ...themes,
    internationalizationEnabled: true,
    supportedLocales: ['en', 'de', 'fr', 'es', 'ja', 'ar'],
    defaultLocale: 'en',
    resetPasswordAllowed: true,
    // The tests type several within half a minute.
    otpPolicyType: 'totp',
    otpPolicyAlgorithm: 'HmacSHA1',
    otpPolicyDigits: 6,
    otpPolicyPeriod: 30,
    otpPolicyInitialCounter: 0,
    otpPolicyLookAheadWindow: 1,
    otpPolicyCodeReusable: true,
    passwordPolicy: 'hashAlgorithm(pbkdf2-sha256) and hashIterations(1)',
    smtpServer: { host: SMTP_HOST, port: SMTP_PORT, from: EMAIL_FROM } as never,
    attributes: { 'linkgate.limit.exempt': '127.0.0.1, ::1' },
    ...fields,
  });
  const realm = { realm: name };
  return {
    name,
    baseUrl: `${serverUrl}/realms/${name}`,
    makeFlow: (parts) => makeFlow(name, parts),
    makeClient: async (parts, fields = {}) => {
      const { id } = await makeFlow(name, parts);
      const { redirectUris = [REDIRECT_URI] } = fields;
      const clientId = `app-${randomBytes(4).toString('hex')}`;
      await (await admin()).clients.create({
        ...realm,
        clientId,
        name: 'Orders',
        secret: 'secret',
        redirectUris,
        authenticationFlowBindingOverrides: { browser: id },
        protocolMappers: [
          {
            name: 'amr',
            protocol: 'openid-connect',
            protocolMapper: 'oidc-amr-mapper',
            config: { 'id.token.claim': 'true' },
          },
        ],
        ...fields,
      });
      return { client_id: clientId, client_secret: 'secret', redirect_uri: redirectUris[0] ?? '' };
    },
    makeUser: async (fields = {}) => {
      const email = newAddress();
      const username = `user-${randomBytes(4).toString('hex')}`;
      const password = STEP_PASSWORD;
      const { id } = await (await admin()).users.create({
        ...realm,
        username,
        email,
        emailVerified: true,
        enabled: true,
        firstName: 'Ada',
        lastName: 'User',
        credentials: [{ type: 'password', value: password, temporary: false }],
        ...fields,
      });
      return { id, username, email: String(fields.email ?? email), password };
    },
    changeUser: async ({ id }, fields) => {
      const { users } = await admin();
      await users.update({ ...realm, id }, { ...(await users.findOne({ ...realm, id })), ...fields });
    },
    giveRole: async (user, name) => {
      const api = await admin();
      if (!(await api.roles.findOneByName({ ...realm, name }))) await api.roles.create({ ...realm, name });
      const role = await api.roles.findOneByName({ ...realm, name });
      const roles = [{ id: role?.id ?? '', name }];
      await api.users.addRealmRoleMappings({ ...realm, id: user.id, roles });
    },
    joinOrganization: async ({ id: userId }) => {
      const { organizations } = await admin();
      const [there] = await organizations.find({ ...realm, search: ORGANIZATION.name });
      const { name, domain } = ORGANIZATION;
      const made = { ...realm, name, alias: name, domains: [{ name: domain, verified: true }] };
      const orgId = there?.id ?? (await organizations.create(made)).id;
      await organizations.addMember({ ...realm, orgId, userId });
    },
    disableSteps: async ({ client_id: clientId }) => {
      const api = await admin();
      const management = api.authenticationManagement;
      const [client] = await api.clients.find({ ...realm, clientId });
      const bound = client?.authenticationFlowBindingOverrides?.browser;
      const flow = (await management.getFlows(realm)).find(({ id }) => id === bound)?.alias ?? '';
      for (const execution of await management.getExecutions({ ...realm, flow }))
        if (execution.providerId === LINK)
          await management.updateExecution({ ...realm, flow }, { ...execution, requirement: 'DISABLED' });
    },
    update: async (fields) => {
      const api = await admin();
      await api.realms.update(realm, fields);
    },
    remove: async () => {
      await (await admin()).realms.del(realm);
    },
  };
}

/** The address of the client's sign-in page. */
export function authorizationUrl(
  realm: StepRealm,
  client: SiteClient,
  fields: Record<string, string> = {},
): string {
  const query = formOf({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: client.redirect_uri,
    scope: 'openid',
    state: 'st',
    ...fields,
  });
  return `${realm.baseUrl}/protocol/openid-connect/auth?${query}`;
}

/** Opens the client's sign-in page. */
export async function startSignIn(
  realm: StepRealm,
  client: SiteClient,
  agent: Agent,
  fields: Record<string, string> = {},
): Promise<Page> {
  return await agent.open(authorizationUrl(realm, client, fields));
}

/** Requests a link, alone in its flow or first there; the browser then shows its "check your email" page. */
export async function requestByStep(
  realm: StepRealm,
  client: SiteClient,
  { email: address }: StepUser,
  agent = new Agent(),
) {
  const before = (await emailsTo(address)).length;
  const first = await startSignIn(realm, client, agent);
  const page = await agent.submit(first, { email: address, action: 'send' });
  const email = await emailTo(address, before + 1);
  return { agent, page, link: linkIn(email), code: /^\d{6}$/m.exec(email.text)?.[0] ?? '' };
}

/** How many responses lead to the client with an authorization code. */
export function codesIn(pages: readonly Page[]): number {
  return pages.filter(({ headers }) => headers.get('location')?.includes('code=')).length;
}

/** The number of a user's sessions. */
export async function countSessions({ name }: StepRealm, { id }: StepUser): Promise<number> {
  return (await (await admin()).users.listSessions({ realm: name, id })).length;
}

/** The subject of the tokens that a finished sign-in leads to; fails with the page if it isn't finished. */
export async function signedInAs(realm: StepRealm, client: SiteClient, end: Page): Promise<string> {
  return (await claimsAt(realm, client, end)).sub ?? '';
}

/** The claims of the ID token that a finished sign-in leads to. */
export async function claimsAt(
  realm: StepRealm,
  client: SiteClient,
  end: Page,
): Promise<{ sub?: string; acr?: string; amr?: string[]; auth_time?: number }> {
  const location = end.headers.get('location');
  const code = location === null ? null : new URL(location).searchParams.get('code');
  if (code === null) throw new Error(`no code, but ${end.status} ${location ?? ''}: ${textOf(end)}`);
  const response = await exchange(code, client, {}, `${realm.baseUrl}/protocol/openid-connect`);
  const { id_token } = (await response.json()) as { id_token?: string };
  return id_token === undefined ? {} : decodeJwt(id_token);
}

/** Opens a link and presses the button of its page. */
export async function openAndConfirm(link: string, agent = new Agent()): Promise<Page> {
  const page = await agent.open(link);
  return await agent.submit(page, { confirm: confirmIn(page) });
}

/** Opens a link in several browsers; returns a function that presses the button in all of them at the same time. */
export async function openInAll(link: string, agents: readonly Agent[]): Promise<() => Promise<Page[]>> {
  const pages: Page[] = [];
  for (const agent of agents) pages.push(await agent.open(link));
  const forms = agents.map((agent, index) => {
    const page = pages[index] as Page;
    return { agent, page, confirm: confirmIn(page) };
  });
  return async () =>
    await Promise.all(forms.map(({ agent, page, confirm }) => agent.submit(page, { confirm })));
}

/** The key of the button on the page of a link; fails with the page if there is none. */
export function confirmIn({ text, status }: Page): string {
  const value = /name="confirm" value="([^"]+)"/.exec(text)?.[1];
  if (value === undefined) throw new Error(`no button, but ${status}: ${textOf({ text })}`);
  return value;
}
