/** Applications in a browser, which a small server delivers and Chromium runs: keycloak-js and oidc-client-ts. */
import { createServer } from 'node:http';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { CHROMIUM, openChromium, openContext, signInOnTabs, visit } from '../../../support/chromium.ts';
import type { Setting } from '../../../support/relying-party/relying-party.ts';
import type { StayingParty, StayingUser, Stored } from '../../../support/relying-party/staying-party.ts';

const SCRIPT = '/application.js';
/** Where a sign-out ends; it isn't the application. */
const SIGNED_OUT = '/signed-out';

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'browser', `${name}.ts`)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

function pageOf({ issuer, client: { client_id }, url }: Setting): string {
  const setting = JSON.stringify({ issuer, client_id, url }).replaceAll('"', '&quot;');
  return `<!doctype html><html lang="en"><title>Application</title><body data-setting="${setting}">
<button id="sign-in">Sign in</button><button id="sign-out">Sign out</button>
<script type="module" src="${SCRIPT}"></script></body></html>`;
}

async function serve(setting: Setting, script: string): Promise<() => void> {
  const server = createServer(({ url = '' }, response) => {
    const isScript = url === SCRIPT;
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : url.startsWith(SIGNED_OUT) ? 'Signed out' : pageOf(setting));
  });
  const port = Number(new URL(setting.url).port);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** The application's access token, once it has tried to sign its user in or to renew; undefined if the user must sign in again. */
async function tokenOn(page: Page): Promise<string | undefined> {
  const body = page.locator('body[data-ready]');
  await body.waitFor();
  const reason = await body.getAttribute('data-reason');
  if (reason !== '' && reason !== 'invalid_grant') throw new Error(`the application failed: ${reason}`);
  return (await body.getAttribute('data-access-token')) || undefined;
}

/** What a browser's profile stored: opening the application renews. */
function storedIn(context: BrowserContext, url: string): Stored {
  return {
    renew: async () => {
      const page = await context.newPage();
      await visit(page, url);
      const token = await tokenOn(page);
      await page.close();
      return token;
    },
  };
}

function inChromium(name: string): StayingParty {
  return {
    name,
    needs: 'Chromium',
    isHere: async () => CHROMIUM !== undefined,
    install: async () => {},
    fields: (url) => ({ publicClient: true, redirectUris: [`${url}/`], webOrigins: [url] }),
    start: async (setting) => {
      const close = await serve(setting, await bundle(name));
      const browser = await openChromium();
      const profiles = clockedProfiles(browser);
      return {
        signIn: async (email) => await signIn(profiles.open, setting.url, email),
        shiftClock: profiles.shiftClock,
        stop: async () => {
          await browser.close();
          close();
        },
      };
    },
  };
}

type OpenProfile = (state?: Awaited<ReturnType<BrowserContext['storageState']>>) => Promise<BrowserContext>;

/** Profiles whose pages have a shifted clock. */
function clockedProfiles(browser: Browser): {
  open: OpenProfile;
  shiftClock(seconds: number): Promise<void>;
} {
  const contexts: BrowserContext[] = [];
  let shiftMillis = 0;
  const shift = (context: BrowserContext) => context.clock.setFixedTime(Date.now() + shiftMillis);
  return {
    open: async (storageState) => {
      const context = await openContext(browser, storageState === undefined ? {} : { storageState });
      contexts.push(context);
      if (shiftMillis > 0) await shift(context);
      return context;
    },
    shiftClock: async (seconds) => {
      shiftMillis = seconds * 1000;
      for (const context of contexts) await shift(context);
    },
  };
}

async function signIn(open: OpenProfile, url: string, email: string): Promise<StayingUser> {
  const context = await open();
  const page = await context.newPage();
  await visit(page, url);
  await page.locator('body[data-ready]').waitFor();
  await page.click('#sign-in');
  await page.locator('input[name=email]').waitFor();
  const tab = await signInOnTabs(page, email);
  await tab.waitForURL(`${url}/**`);
  if ((await tokenOn(tab)) === undefined) throw new Error('the user isn’t signed in');
  await page.close();
  return {
    ...storedIn(context, url),
    copy: async () => storedIn(await open(await context.storageState()), url),
    signOut: async () => {
      await tab.click('#sign-out');
      await tab.waitForURL(`${url}${SIGNED_OUT}**`);
    },
  };
}

export const keycloakJs = inChromium('keycloak-js');
export const oidcClientTs = inChromium('oidc-client-ts');
