/** Every way in which an account comes into being, or would: what an address does there, and what tells that it was accepted. */
import { expect, inject } from 'vitest';
import { admin } from './admin.ts';
import { requestAdmin } from './admin-api.ts';
import { Agent } from './agent.ts';
import { authUrl } from './authorization.ts';
import { requestBackend } from './backend-links.ts';
import { submitAddress } from './chooser.ts';
import { confirm } from './confirm-page.ts';
import { emailsTo, emailTo, linkIn } from './email.ts';
import { invitationIn } from './invitations.ts';
import type { ProviderRealm } from './provider-realm.ts';
import { newReferral, usesOf } from './referrals.ts';
import { follow, requestLink } from './sign-in.ts';
import type { SiteClient } from './site.ts';
import { openAndConfirm, type StepRealm, startSignIn } from './step-realm.ts';

/** The realms and what they have for the ways. */
export interface Places {
  step: StepRealm;
  stepClient: SiteClient;
  provider: ProviderRealm;
  home: { client_id: string };
}

/** A way. */
export interface Way {
  readonly name: string;
  /** The detail `method` of its events. */
  readonly method: 'link' | 'referral' | 'provider' | 'invitation' | 'backend';
  /** The realm of the account. */
  realmOf(places: Places): string;
  /** Signs up as far as an address gets, and returns what the requester was shown, without what differs by chance. */
  signUp(email: string, places: Places): Promise<string>;
  /** The option by which the rules include it; null if they always do. */
  readonly option: 'invitations' | 'backends' | null;
}

const linkgate = () => 'linkgate';

/** Uses the link that arrived, if one did. */
async function useLink(email: string): Promise<void> {
  const [message] = await emailsTo(email);
  if (message !== undefined) await follow(linkIn(message));
}

/** A page without the address, identifiers and times. */
function shape(text: string, email: string): string {
  return text
    .replaceAll(email, 'ADDRESS')
    .replaceAll(encodeURIComponent(email), 'ADDRESS')
    .replace(/[\w.-]{20,}/g, 'ID')
    .replace(/\b\d{1,2}:\d{2}\b/g, 'TIME')
    .replace(/(?:tab_id|execution|session_code|client_data)=[^&"]*/g, 'PARAMETER');
}

export const WAYS: readonly Way[] = [
  {
    name: 'the sign-in page',
    method: 'link',
    realmOf: linkgate,
    option: null,
    signUp: async (email) => {
      const agent = new Agent();
      const page = await submitAddress(agent, await agent.open(authUrl(inject('site').clients.web)), email);
      await useLink(email);
      return `${page.status} ${shape(page.text, email)}`;
    },
  },
  {
    name: '/request-magic-link',
    method: 'link',
    realmOf: linkgate,
    option: null,
    signUp: async (email) => {
      const { client_id, redirect_uri } = inject('site').clients.web;
      const response = await requestLink({ email, client_id, redirect_uri });
      const headers = [...response.headers].map(([name]) => name).sort();
      const told = `${response.status} ${headers.join()} ${shape(await response.text(), email)}`;
      await useLink(email);
      return told;
    },
  },
  {
    name: 'a referral code',
    method: 'referral',
    realmOf: () => 'linkgate-beta',
    option: null,
    signUp: async (email) => {
      const { betaUrl, clients } = inject('site');
      const { client_id, redirect_uri } = clients.betaWeb;
      const { code, id } = await newReferral({ max_uses: 1 });
      const order = { email, client_id, redirect_uri, referral_code: code };
      const response = await requestLink(order, betaUrl);
      const told = `${response.status} ${shape(await response.text(), email)}`;
      await useLink(email);
      const isUsed = (await usesOf(id)) === 1;
      expect(isUsed).toBe(await hasAccount('linkgate-beta', email));
      return told;
    },
  },
  {
    name: 'a provider that has verified the address',
    method: 'provider',
    realmOf: linkgate,
    option: null,
    signUp: async (email, { provider }) => {
      const user = { email, isVerified: true };
      await provider.makeUser(user);
      const agent = new Agent();
      const page = await agent.open(authUrl(inject('site').clients.web));
      const end = await agent.open(await provider.signIn(await provider.leave(agent, page), user));
      return String(end.status);
    },
  },
  {
    name: 'a provider that hasn’t',
    method: 'link',
    realmOf: linkgate,
    option: null,
    signUp: async (email, { provider }) => {
      const user = { email, isVerified: false };
      await provider.makeUser(user);
      const agent = new Agent();
      const page = await agent.open(authUrl(inject('site').clients.web));
      const signUp = await agent.open(await provider.signIn(await provider.leave(agent, page), user));
      const sent = await agent.submit(signUp, { action: 'send' });
      const [message] = await emailsTo(email);
      if (message !== undefined) {
        await confirm(agent, await agent.open(linkIn(message)));
      }
      return `${sent.status} ${shape(sent.text, email)}`;
    },
  },
  {
    name: 'the step of a stock realm',
    method: 'link',
    realmOf: ({ step }) => step.name,
    option: null,
    signUp: async (email, { step, stepClient }) => {
      const agent = new Agent();
      const page = await agent.submit(await startSignIn(step, stepClient, agent), { email, action: 'send' });
      const [message] = await emailsTo(email);
      if (message !== undefined) await openAndConfirm(linkIn(message), agent);
      return `${page.status} ${shape(page.text, email)}`;
    },
  },
  {
    name: 'an invitation',
    method: 'invitation',
    realmOf: linkgate,
    option: 'invitations',
    signUp: async (email, { home }) => {
      const sent = await requestAdmin('POST', '/invitations', {
        body: { email, client_id: home.client_id },
      });
      if (sent.status !== 201) return String(sent.status);
      const agent = new Agent();
      const opened = await agent.open(invitationIn(await emailTo(email)));
      return String((await confirm(agent, opened)).status);
    },
  },
  {
    name: 'a backend’s link',
    method: 'backend',
    realmOf: linkgate,
    option: 'backends',
    signUp: async (email) => {
      const response = await requestBackend({ email });
      const { link } = (await response.json()) as { link?: string };
      if (link !== undefined) await follow(link);
      return String(response.status);
    },
  },
  {
    name: 'a backend’s link in a stock realm',
    method: 'backend',
    realmOf: ({ step }) => step.name,
    option: 'backends',
    signUp: async (email, { step, stepClient }) => {
      const { client_id, redirect_uri } = stepClient;
      const body = { client_id, redirect_uri, delivery: 'return', email, create: true };
      const response = await requestAdmin('POST', '/links', { body, realm: step.name });
      const { link } = (await response.json()) as { link?: string };
      if (link !== undefined) await openAndConfirm(link, new Agent());
      return String(response.status);
    },
  },
];

export async function hasAccount(realm: string, email: string): Promise<boolean> {
  const found = await (await admin()).users.find({ realm, email, exact: true });
  expect(found.length).toBeLessThan(2);
  return found.length === 1;
}
