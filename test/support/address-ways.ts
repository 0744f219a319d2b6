/** Every way in which Keycloak itself gives an account an address, in a stock realm with the step, and whether the rules for sign-up are asked. */
import { actionLinkIn } from './action-links.ts';
import { admin } from './admin.ts';
import { Agent, type Page } from './agent.ts';
import { emailTo, newAddress } from './email.ts';
import { bearer, post } from './form.ts';
import type { SiteClient } from './site.ts';
import type { StepProvider } from './step-provider.ts';
import { authorizationUrl, STEP_PASSWORD, type StepRealm, type StepUser, startSignIn } from './step-realm.ts';

/** The realm and what it has for the ways. */
export interface Place {
  realm: StepRealm;
  /** Its flow asks for name and password. */
  client: SiteClient;
  /** Its first sign-ins create accounts by Keycloak's own step. */
  provider: StepProvider;
}

/** A way. */
export interface AddressWay {
  readonly name: string;
  /** The detail `method` of the rejection's event; null if the rules aren't asked. */
  readonly method: 'form' | 'provider' | 'address-change' | null;
  /** The option by which the rules include it; null if they always do. */
  readonly option: 'address-changes' | null;
  /** Gives a new or an existing account that address; returns the last response's status. `mailed`: where Keycloak's email with a link arrives. */
  give(email: string, place: Place, mailed?: string): Promise<number>;
}

/** Signs a user in at the client, and returns the page after the password. */
async function afterPassword(
  { realm, client }: Omit<Place, 'provider'>,
  { username }: Pick<StepUser, 'username'>,
  fields: Record<string, string> = {},
  agent = new Agent(),
): Promise<{ agent: Agent; page: Page }> {
  const form = await startSignIn(realm, client, agent, fields);
  return { agent, page: await agent.submit(form, { username, password: STEP_PASSWORD }) };
}

async function setUpdateEmail({ realm: { name } }: Pick<Place, 'realm'>, enabled: boolean): Promise<void> {
  const at = { realm: name, alias: 'UPDATE_EMAIL' };
  const { authenticationManagement } = await admin();
  const action = await authenticationManagement.getRequiredActionForAlias(at);
  await authenticationManagement.updateRequiredAction(at, { ...action, enabled });
}

/** Requests Keycloak's own page for the new address, as the account console does; of a new user by default. */
export async function updateEmail(
  place: Omit<Place, 'provider'>,
  email: string,
  user?: Pick<StepUser, 'username'>,
): Promise<{ agent: Agent; page: Page }> {
  await setUpdateEmail(place, true);
  try {
    const of = user ?? (await place.realm.makeUser());
    const { agent, page } = await afterPassword(place, of, { kc_action: 'UPDATE_EMAIL' });
    return { agent, page: await agent.submit(page, { email }) };
  } finally {
    await setUpdateEmail(place, false);
  }
}

/** A spelling of an address that Keycloak takes. */
export interface Spelling {
  readonly name: string;
  /** With this text before the @, or in it. */
  of(local: string): string;
  /** Where Keycloak's emails for it arrive; null if no inbox of the tests is known by such a name. */
  mailed(local: string): string | null;
  /** The rule that rejects it. */
  readonly rule: 'denied' | 'invalid';
}

/** What the realm denies: the domain to which Keycloak mails the spellings. */
export const SPELLED_DOMAINS = ['grossmail-denied.example', 'βόλοσ-denied.example'] as const;
const [DOMAIN] = SPELLED_DOMAINS;
const atDomain = (local: string) => `${local}@${DOMAIN}`;

/** The spellings by which an address of a denied domain, or one that Linkgate can't send to, could pass for another. */
export const SPELLINGS: readonly Spelling[] = [
  { name: 'in capitals', of: (local) => atDomain(local).toUpperCase(), mailed: () => null, rule: 'denied' },
  {
    name: 'with a sharp s',
    of: (local) => `${local}@großmail-denied.example`,
    mailed: atDomain,
    rule: 'denied',
  },
  {
    name: 'with a final sigma',
    of: (local) => `${local}@βόλος-denied.example`,
    mailed: () => null,
    rule: 'denied',
  },
  {
    name: 'in wide letters',
    of: (local) => `${local}@\uff47rossmail-denied.example`,
    mailed: atDomain,
    rule: 'denied',
  },
  {
    name: 'with an ideographic dot',
    of: (local) => `${local}@grossmail-denied\u3002example`,
    mailed: atDomain,
    rule: 'denied',
  },
  {
    name: 'with a soft hyphen',
    of: (local) => `${local}@gross\u00admail-denied.example`,
    mailed: atDomain,
    rule: 'denied',
  },
  {
    name: 'with a non-joiner',
    of: (local) => `${local}@gross\u200cmail-denied.example`,
    mailed: atDomain,
    rule: 'invalid',
  },
  {
    name: 'with a joiner',
    of: (local) => `${local}@gross\u200dmail-denied.example`,
    mailed: atDomain,
    rule: 'invalid',
  },
  {
    name: 'with a quoted name',
    of: (local) => `"${local}"@${DOMAIN}`,
    mailed: () => null,
    rule: 'invalid',
  },
  {
    name: 'with a quoted name, in wide letters',
    of: (local) => `"${local}"@\uff47rossmail-denied.example`,
    mailed: () => null,
    rule: 'invalid',
  },
  {
    name: 'with an IP address',
    of: (local) => `${local}@[198.51.100.7]`,
    mailed: () => null,
    rule: 'invalid',
  },
];

const NAMES = { firstName: 'Ada', lastName: 'User' };

export const ADDRESS_WAYS: readonly AddressWay[] = [
  {
    name: 'the registration form',
    method: 'form',
    option: null,
    give: async (email, { realm, client }) => {
      const agent = new Agent();
      const url = authorizationUrl(realm, client).replace(
        'openid-connect/auth',
        'openid-connect/registrations',
      );
      const form = await agent.open(url);
      const passwords = { password: STEP_PASSWORD, 'password-confirm': STEP_PASSWORD };
      return (await agent.submit(form, { username: newAddress(), email, ...NAMES, ...passwords })).status;
    },
  },
  {
    name: 'Keycloak’s own step for the first sign-in through a provider',
    method: 'provider',
    option: null,
    give: async (email, { client, provider }) => (await provider.signIn(new Agent(), client, email)).status,
  },
  {
    name: 'the account API',
    method: 'address-change',
    option: 'address-changes',
    give: async (email, { realm, client }) => {
      const { username } = await realm.makeUser();
      const grant = { grant_type: 'password', username, password: STEP_PASSWORD, scope: 'openid' };
      const { client_id, client_secret } = client;
      const tokens = await post(`${realm.baseUrl}/protocol/openid-connect/token`, {
        ...{ ...grant, client_id },
        client_secret: client_secret ?? '',
      });
      const { access_token } = (await tokens.json()) as { access_token: string };
      const response = await fetch(`${realm.baseUrl}/account`, {
        method: 'POST',
        headers: { ...bearer(access_token), 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ username, email, ...NAMES }),
      });
      return response.status;
    },
  },
  {
    name: 'the action UPDATE_PROFILE',
    method: 'address-change',
    option: 'address-changes',
    give: async (email, place) => {
      const user = await place.realm.makeUser();
      const { agent, page } = await afterPassword(place, user, { kc_action: 'UPDATE_PROFILE' });
      return (await agent.submit(page, { email, ...NAMES })).status;
    },
  },
  {
    name: 'the action VERIFY_PROFILE',
    method: 'address-change',
    option: 'address-changes',
    give: async (email, place) => {
      const { agent, page } = await afterPassword(place, await place.realm.makeUser({ lastName: '' }));
      return (await agent.submit(page, { email, ...NAMES })).status;
    },
  },
  {
    name: 'the action UPDATE_EMAIL',
    method: 'address-change',
    option: 'address-changes',
    give: async (email, place) => (await updateEmail(place, email)).page.status,
  },
  {
    name: 'the link of the action UPDATE_EMAIL',
    method: 'address-change',
    option: 'address-changes',
    give: async (email, place, mailed = email) => {
      await place.realm.update({ verifyEmail: true });
      try {
        const { agent } = await updateEmail(place, email);
        await setUpdateEmail(place, true);
        const opened = await agent.open(actionLinkIn((await emailTo(mailed)).text));
        const link = actionLinkIn(opened.text);
        return link === '' ? opened.status : (await agent.open(link)).status;
      } finally {
        await setUpdateEmail(place, false);
        await place.realm.update({ verifyEmail: false });
      }
    },
  },
  {
    name: 'a later sign-in through a provider that updates accounts',
    method: null,
    option: null,
    give: async (email, { realm, client, provider }) => {
      const user = await realm.makeUser();
      await provider.linkTo({ ...user, email });
      return (await provider.signIn(new Agent(), client, email)).status;
    },
  },
  {
    name: 'an administrator’s change',
    method: null,
    option: null,
    give: async (email, { realm }) => {
      await realm.changeUser(await realm.makeUser(), { email });
      return 204;
    },
  },
  {
    name: 'an administrator’s new account',
    method: null,
    option: null,
    give: async (email, { realm }) => {
      await realm.makeUser({ email, username: newAddress() });
      return 201;
    },
  },
];
