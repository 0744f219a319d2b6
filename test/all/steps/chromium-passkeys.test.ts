/** The step beside passkeys, in Chromium with a virtual authenticator: before one as second factor, and as another way than one. */

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { textOf } from '../../support/check-email-page.ts';
import { CHROMIUM, catchArrivals, openChromium, openContext, visit } from '../../support/chromium.ts';
import { emailsTo, emailTo, linkIn } from '../../support/email.ts';
import type { Part } from '../../support/flows.ts';
import { addAuthenticator, passkeyPolicy } from '../../support/passkeys.ts';
import type { SiteClient } from '../../support/site.ts';
import { makeStepProvider, type StepProvider } from '../../support/step-provider.ts';
import {
  authorizationUrl,
  claimsAt,
  LINK,
  makeStepRealm,
  type StepRealm,
  type StepUser,
  startSignIn,
} from '../../support/step-realm.ts';

const STEP_OR: Part = {
  provider: LINK,
  requirement: 'ALTERNATIVE',
  config: { 'default.reference.value': 'link', 'default.reference.maxAge': '600' },
};
const REDIRECT_URIS: [string] = [inject('site').clients.web.redirect_uri];
const STEP_THAT_OFFERS: Part = { provider: LINK, config: { passkeys: 'true' } };
const FORM_OR: Part = {
  provider: 'auth-username-password-form',
  requirement: 'ALTERNATIVE',
  config: { 'default.reference.value': 'form', 'default.reference.maxAge': '600' },
};

describe.skipIf(CHROMIUM === undefined && !process.env.CI).each(['acme', 'linkgate'])(
  'in the theme %s',
  (theme) => {
    let browser: Browser;
    let realm: StepRealm;
    let provider: StepProvider;
    beforeAll(async () => {
      browser = await openChromium();
      realm = await makeStepRealm(
        { loginTheme: theme, emailTheme: theme === 'linkgate' ? theme : 'keycloak' },
        {
          webAuthnPolicyPasswordlessPasskeysEnabled: true,
          webAuthnPolicyPasswordlessRequireResidentKey: 'Yes',
          webAuthnPolicyPasswordlessUserVerificationRequirement: 'required',
        },
      );
      provider = await makeStepProvider(realm);
    });
    afterAll(async () => {
      await browser?.close();
      await provider?.close();
      await realm?.remove();
    });

    /** A client whose sign-ins end on a page. */
    async function makeClient(parts: readonly Part[]): Promise<SiteClient> {
      return await realm.makeClient(parts, { redirectUris: REDIRECT_URIS });
    }

    /** A page of a new profile that has an authenticator. */
    async function openWithAuthenticator(): Promise<Page> {
      const context = await openContext(browser);
      await catchArrivals(context, REDIRECT_URIS[0]);
      const page = await context.newPage();
      await addAuthenticator(page);
      return page;
    }

    /** Requests a link on the step's page, and confirms it in the same tab. */
    async function useLink(page: Page, client: SiteClient, { email }: StepUser) {
      const before = (await emailsTo(email)).length;
      await visit(page, authorizationUrl(realm, client));
      await page.fill('#email', email);
      await page.click('#linkgate-send');
      await page.waitForSelector('#linkgate-waiting');
      await visit(page, linkIn(await emailTo(email, before + 1)));
      await page.click('#linkgate-confirm');
    }

    /** Presses a button that does nothing before the page's scripts have run. */
    async function press(page: Page, selector: string): Promise<void> {
      await page.waitForSelector(selector);
      await page.waitForLoadState('load');
      await page.click(selector);
    }

    /** The claims of the sign-in that an action finishes. */
    async function claimsAfter(page: Page, client: SiteClient, act: () => Promise<unknown>) {
      const arrival = page.waitForRequest((request) => request.url().startsWith(client.redirect_uri));
      await act();
      const url = (await arrival).url();
      return await claimsAt(realm, client, {
        url,
        status: 302,
        text: '',
        headers: new Headers({ location: url }),
      });
    }

    test('a passkey as second factor is set up, and then asked for, after the link', async () => {
      const client = await makeClient([{ provider: LINK }, { provider: 'webauthn-authenticator' }]);
      const user = await realm.makeUser();
      const page = await openWithAuthenticator();
      await useLink(page, client, user);
      const first = await claimsAfter(page, client, () => press(page, '#registerWebAuthn'));
      expect(first.sub).toBe(user.id);
      await page.context().clearCookies();
      await useLink(page, client, user);
      const second = await claimsAfter(page, client, () => press(page, '#authenticateWebAuthnButton'));
      expect(second.sub).toBe(user.id);
    });

    test('its page offers the passkeys, providers and other ways that the flow has', async () => {
      const client = await makeClient([STEP_OR, FORM_OR]);
      const page = await (await openContext(browser)).newPage();
      await visit(page, authorizationUrl(realm, client));
      expect(await page.getAttribute('#email', 'autocomplete')).toBe('username webauthn');
      expect(await page.isVisible('#authenticateWebAuthnButton')).toBe(true);
      expect(await page.isVisible(`#social-${provider.alias}`)).toBe(true);
      await page.click('[name="authenticationExecution"]');
      expect(await page.waitForSelector('#password')).toBeTruthy();
    });

    test('a passkey on its page signs in as on the form that accepts it', async () => {
      const client = await makeClient([STEP_OR, FORM_OR]);
      const user = await realm.makeUser({ requiredActions: ['webauthn-register-passwordless'] });
      const page = await openWithAuthenticator();
      await useLink(page, client, user);
      const first = await claimsAfter(page, client, () => press(page, '#registerWebAuthn'));
      expect(first).toMatchObject({ sub: user.id, amr: ['link'] });
      await page.context().clearCookies();
      // The virtual authenticator responds at once, which may interrupt this navigation by the next one.
      const second = await claimsAfter(page, client, async () => {
        await visit(page, authorizationUrl(realm, client)).catch(() => undefined);
      });
      expect(second).toMatchObject({ sub: user.id, amr: ['form'] });
    });

    describe('a step that offers passkeys', () => {
      /** Requests a link on a device of which the page's script has found that it can have one. */
      async function requestOnDevice(page: Page, client: SiteClient, { email }: StepUser): Promise<string> {
        const before = (await emailsTo(email)).length;
        await visit(page, authorizationUrl(realm, client));
        await page.waitForSelector('#linkgate-step-form input[name=passkeys]', { state: 'attached' });
        await page.fill('#email', email);
        await page.click('#linkgate-send');
        await page.waitForSelector('#linkgate-waiting');
        return linkIn(await emailTo(email, before + 1));
      }

      /** Signs in by a link on such a device, up to the page after it. */
      async function signIn(page: Page, client: SiteClient, user: StepUser): Promise<void> {
        await visit(page, await requestOnDevice(page, client, user));
        await page.click('#linkgate-confirm');
      }

      /** Signs in by the passkey of this device, which the virtual authenticator uses at once. */
      async function claimsByPasskey(page: Page, client: SiteClient) {
        return await claimsAfter(page, client, async () => {
          await visit(page, authorizationUrl(realm, client)).catch(() => undefined);
        });
      }

      test('one comes from a link, an email tells of it, and it signs in the next time', async () => {
        const client = await makeClient([STEP_THAT_OFFERS]);
        const user = await realm.makeUser();
        const page = await openWithAuthenticator();
        await signIn(page, client, user);
        const first = await claimsAfter(page, client, () => press(page, '#passkey-create'));
        expect(first.sub).toBe(user.id);
        const notice = (await emailsTo(user.email)).at(-1);
        expect(notice?.subject).toContain('passkey');
        expect(notice?.text).toContain(`${realm.baseUrl}/account`);
        await page.context().clearCookies();
        expect((await claimsByPasskey(page, client)).sub).toBe(user.id);
      });

      test('the offer waits, or ends for this device', async () => {
        const client = await makeClient([STEP_THAT_OFFERS]);
        const user = await realm.makeUser();
        const page = await openWithAuthenticator();
        for (const choice of ['later', 'never']) {
          await signIn(page, client, user);
          const claims = await claimsAfter(page, client, () =>
            press(page, `[name=passkey][value=${choice}]`),
          );
          expect(claims.sub, choice).toBe(user.id);
        }
        const claims = await claimsAfter(page, client, () => signIn(page, client, user));
        expect(claims.sub).toBe(user.id);
      });

      test('another browser than the one that requested the link gets no offer', async () => {
        const client = await makeClient([STEP_THAT_OFFERS]);
        const user = await realm.makeUser();
        const link = await requestOnDevice(await openWithAuthenticator(), client, user);
        const other = await openWithAuthenticator();
        const claims = await claimsAfter(other, client, async () => {
          await visit(other, link);
          await other.click('#linkgate-confirm');
        });
        expect(claims.sub).toBe(user.id);
      });

      test('one comes from a link after a page for the name, too', async () => {
        const client = await makeClient([{ provider: 'auth-username-form' }, STEP_THAT_OFFERS]);
        const user = await realm.makeUser();
        const page = await openWithAuthenticator();
        await visit(page, authorizationUrl(realm, client));
        await page.fill('#username', user.username);
        await page.click('[type=submit]');
        await page.waitForSelector('#linkgate-step-form input[name=passkeys]', { state: 'attached' });
        await page.click('#linkgate-send');
        await page.waitForSelector('#linkgate-waiting');
        await visit(page, linkIn(await emailTo(user.email)));
        await page.click('#linkgate-confirm');
        const claims = await claimsAfter(page, client, () => press(page, '#passkey-create'));
        expect(claims.sub).toBe(user.id);
      });

      test('the passkey of an account whose address isn’t verified is rejected', async () => {
        const client = await makeClient([STEP_THAT_OFFERS]);
        const user = await realm.makeUser();
        const page = await openWithAuthenticator();
        await signIn(page, client, user);
        await claimsAfter(page, client, () => press(page, '#passkey-create'));
        await realm.changeUser(user, { emailVerified: false });
        await page.context().clearCookies();
        await visit(page, authorizationUrl(realm, client)).catch(() => undefined);
        await page.getByText('This passkey can’t be used here').first().waitFor();
      });

      test('none is offered while Keycloak’s policy doesn’t verify the user', async () => {
        const client = await makeClient([STEP_THAT_OFFERS]);
        const policy = passkeyPolicy(true);
        const verified = 'webAuthnPolicyPasswordlessUserVerificationRequirement';
        await realm.update({ ...policy, [verified]: 'preferred' });
        try {
          const first = await startSignIn(realm, client, new Agent());
          expect(first.text).not.toMatch(/passkey-support\.js|authenticateWebAuthnButton/);
        } finally {
          await realm.update({ ...policy, [verified]: 'required' });
        }
      });
    });

    test('a passkey that fails shows the page again', async () => {
      const client = await makeClient([STEP_OR, FORM_OR]);
      const agent = new Agent();
      const page = await agent.submit(await startSignIn(realm, client, agent), { error: 'NotAllowedError' });
      expect(textOf(page)).toContain('Send me a link');
      expect(page.text).toContain('name="email"');
    });

    test('its page offers no passkeys where the flow has no other way', async () => {
      const client = await realm.makeClient([{ provider: LINK }]);
      const agent = new Agent();
      const first = await startSignIn(realm, client, agent);
      expect(first.text).not.toContain('authenticateWebAuthnButton');
    });
  },
);
