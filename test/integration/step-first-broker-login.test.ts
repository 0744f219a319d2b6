/** The step in first broker login: it names the provider whose account is linked, and sends an unverified account nothing (contract, section 10). */
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { admin } from '../support/admin.ts';
import { Agent } from '../support/agent.ts';
import { textOf } from '../support/check-email-page.ts';
import { emailsTo, emailTo, linkIn } from '../support/email.ts';
import { TAGS, textsIn, textsOf } from '../support/messages.ts';
import type { SiteClient } from '../support/site.ts';
import { makeStepProvider, type StepProvider } from '../support/step-provider.ts';
import {
  LINK,
  makeStepRealm,
  openAndConfirm,
  type StepRealm,
  type StepUser,
  signedInAs,
} from '../support/step-realm.ts';
import { unisolated } from '../support/unisolated.ts';

/** As an administrator may write it. */
const NAME = 'Corp & <Partner> SSO';
const ESCAPED = 'Corp &amp; &lt;Partner&gt; SSO';

let realm: StepRealm;
let client: SiteClient;
let provider: StepProvider;
beforeAll(async () => {
  realm = await makeStepRealm({ loginTheme: 'keycloak.v2', emailTheme: 'base' });
  client = await realm.makeClient([{ provider: 'auth-username-password-form' }]);
  provider = await makeStepProvider(realm);
  const { alias } = await realm.makeFlow([
    { provider: 'idp-create-user-if-unique', requirement: 'ALTERNATIVE' },
    { requirement: 'ALTERNATIVE', parts: [{ provider: LINK, config: { emailContains: 'link-and-code' } }] },
  ]);
  await provider.update({ firstBrokerLoginFlowAlias: alias, displayName: NAME });
});
afterAll(async () => {
  await provider?.close();
  await realm?.remove();
});

/** Comes from the provider with the account's address, and requests the link. */
async function arrive(user: StepUser, language = 'en') {
  const agent = new Agent({ accept: 'text/html', 'accept-language': language });
  const first = await provider.signIn(agent, client, user.email);
  return { agent, first, sent: await agent.submit(first, { action: 'send' }) };
}

async function providersOf({ id }: StepUser): Promise<unknown[]> {
  const found = await (await admin()).users.listFederatedIdentities({ realm: realm.name, id });
  return found.map(({ identityProvider }) => identityProvider);
}

describe('the provider', () => {
  test.each(TAGS)('is named by the pages and the email in %s', async (language) => {
    const own = path.join(ROOT, 'theme', 'theme-resources', 'messages', `messages_${language}.properties`);
    const texts = new Map([...textsOf('email', language), ...textsIn(own)]);
    const text = (key: string, value: string) => (texts.get(key) ?? key).replaceAll('{0}', value);
    const user = await realm.makeUser({ attributes: { locale: [language] } });
    const { agent, first, sent } = await arrive(user, language);
    const email = await emailTo(user.email);
    const opened = await agent.open(linkIn(email));
    const linked = textOf({ text: text('linkgateLinkProviderText', ` ${ESCAPED} `) });
    for (const page of [first, sent, opened, { text: email.html }])
      expect(squeezed(unisolated(textOf(page)))).toContain(squeezed(linked));
    expect(unisolated(first.text)).toContain(text('linkgateLinkProviderTitle', ESCAPED));
    expect(unisolated(opened.text)).toContain(text('linkgateLinkProviderConfirmTitle', ESCAPED));
    expect(email.subject).toBe(text('linkgateLinkProviderTitle', NAME));
    expect(unisolated(email.text)).toContain(text('linkgateLinkProviderText', NAME));
  });

  test('is named by the email of the theme linkgate, too', async () => {
    await realm.update({ emailTheme: 'linkgate' });
    const user = await realm.makeUser();
    await arrive(user);
    await realm.update({ emailTheme: 'base' });
    const { subject, text, html } = await emailTo(user.email);
    expect(subject).toBe(`Link ${NAME} to your account`);
    expect(text).toContain(`Link ${NAME} to your account`);
    expect(text).toContain(`Your account at ${NAME} will be linked`);
    expect(html).toContain(`Link ${ESCAPED} to your account`);
    expect(squeezed(textOf({ text: html }))).toContain(squeezed(`Your account at ${ESCAPED} will be linked`));
  });

  test('is linked by the link, and the email that says so is the only one', async () => {
    const user = await realm.makeUser();
    const { agent } = await arrive(user);
    const end = await openAndConfirm(linkIn(await emailTo(user.email)), agent);
    expect(await signedInAs(realm, client, end)).toBe(user.id);
    expect(await providersOf(user)).toEqual([provider.alias]);
  });
});

/** Without the spaces that tags leave. */
function squeezed(text: string): string {
  return text.replaceAll(/\s/g, '');
}

test('an unverified account gets no email, and nothing is linked', async () => {
  const user = await realm.makeUser({ emailVerified: false });
  const verified = await realm.makeUser();
  const { sent } = await arrive(user);
  const other = await arrive(verified);
  const shown = [sent, other.sent].map((page) => textOf(page));
  expect(shown[0]).toBe(shown[1]);
  await emailTo(verified.email);
  expect(await emailsTo(user.email)).toEqual([]);
  expect(await providersOf(user)).toEqual([]);
});
