/** The step beside passkeys, in Chromium with a virtual authenticator: before one as second factor, and as another way than one. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Agent } from '../../support/agent.ts';
import { CHROMIUM, openChromium, openContext } from '../../support/chromium.ts';
import { emailsTo, emailTo, linkIn } from '../../support/email.ts';
import { addAuthenticator } from '../../support/passkeys.ts';
import type { SiteClient } from '../../support/site.ts';
import { makeStepProvider, type StepProvider } from '../../support/step-provider.ts';
import {
  authorizationUrl,
  claimsAt,
  LINK,
  makeStepRealm,
  type Part,
  pageText,
  type StepRealm,
  type StepUser,
  startSignIn,
} from '../../support/step-realm.ts';

const STEP_OR: Part = {
  provider: LINK,
  requirement: 'ALTERNATIVE',
  config: { 'default.reference.value': 'link', 'default.reference.maxAge': '600' },
};
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

    /** A page of a new profile that has an authenticator. */
    async function openWithAuthenticator(): Promise<Page> {
      const context = await openContext(browser);
      const page = await context.newPage();
      await addAuthenticator(page);
      return page;
    }

    /** Requests a link on the step's page, and confirms it in the same tab. */
    async function useLink(page: Page, client: SiteClient, { email }: StepUser) {
      const before = (await emailsTo(email)).length;
      await page.goto(authorizationUrl(realm, client));
      await page.fill('#username', email);
      await page.click('#linkgate-send');
      await page.waitForSelector('#linkgate-waiting');
      await page.goto(linkIn(await emailTo(email, before + 1)));
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
      const client = await realm.makeClient([{ provider: LINK }, { provider: 'webauthn-authenticator' }]);
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
      const client = await realm.makeClient([STEP_OR, FORM_OR]);
      const page = await (await openContext(browser)).newPage();
      await page.goto(authorizationUrl(realm, client));
      expect(await page.getAttribute('#username', 'autocomplete')).toBe('username webauthn');
      expect(await page.isVisible('#authenticateWebAuthnButton')).toBe(true);
      expect(await page.isVisible(`#social-${provider.alias}`)).toBe(true);
      await page.click('#try-another-way, #kc-select-try-another-way-form button');
      expect(await page.textContent('body')).toContain('Link by email');
    });

    test('a passkey on its page signs in as on the form that accepts it', async () => {
      const client = await realm.makeClient([STEP_OR, FORM_OR]);
      const user = await realm.makeUser({ requiredActions: ['webauthn-register-passwordless'] });
      const page = await openWithAuthenticator();
      await useLink(page, client, user);
      const first = await claimsAfter(page, client, () => press(page, '#registerWebAuthn'));
      expect(first).toMatchObject({ sub: user.id, amr: ['link'] });
      await page.context().clearCookies();
      // The virtual authenticator responds at once, which may interrupt this navigation by the next one.
      const second = await claimsAfter(page, client, async () => {
        await page.goto(authorizationUrl(realm, client)).catch(() => undefined);
      });
      expect(second).toMatchObject({ sub: user.id, amr: ['form'] });
    });

    test('a passkey that fails shows the page again', async () => {
      const client = await realm.makeClient([STEP_OR, FORM_OR]);
      const agent = new Agent();
      const page = await agent.submit(await startSignIn(realm, client, agent), { error: 'NotAllowedError' });
      expect(pageText(page)).toContain('Send me a link');
      expect(page.text).toContain('name="username"');
    });

    test('its page offers no passkeys where the flow has no other way', async () => {
      const client = await realm.makeClient([{ provider: LINK }]);
      const agent = new Agent();
      const first = await startSignIn(realm, client, agent);
      expect(first.text).not.toContain('authenticateWebAuthnButton');
    });
  },
);
