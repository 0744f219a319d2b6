/** The README's moving pictures, and what happens in each; in the sample realm in which another device can be signed in. */
import { type Browser, type BrowserContextOptions, devices, type Page } from 'playwright-core';
import type { RunFile } from '../run-file.ts';
import { type Device, Film, LEFT_VIEWPORT, RIGHT_VIEWPORT } from './film.ts';
import { EMAIL, emails, linkIn, nextEmail } from './pictures.ts';

const SHORT_SECONDS = 1.4;
const LONG_SECONDS = 2.2;

/** How to make each, by its name. */
export const MOVING: Readonly<Record<string, (browser: Browser, run: RunFile) => Promise<Film>>> = {
  'phone-signs-in-laptop': async (browser, run) => {
    const { film, laptop, phone } = await prepare(browser, run);
    const left: Device = { label: 'laptop', page: laptop };
    const dark: Device = { label: 'phone', page: undefined };
    const right: Device = { label: 'phone', page: phone };
    const before = await openSignIn(laptop, run);
    await film.frame(SHORT_SECONDS, 'A user signs in on a laptop.', left, dark);
    await laptop.keyboard.press('Enter');
    const email = await nextEmail(run, before);
    await film.frame(SHORT_SECONDS, 'The laptop waits.', left, dark);
    await phone.setContent(email.html);
    await film.frame(SHORT_SECONDS, 'The email arrives on the phone.', left, right);
    await phone.goto(linkIn(email));
    const shown = laptop.locator('.lg-comparison-code');
    await shown.waitFor();
    await phone.locator('#comparison_code').scrollIntoViewIfNeeded();
    await film.frame(LONG_SECONDS, 'Its link asks for the digits that the laptop shows now.', left, right);
    const digits = /\d[\d\s]*\d/.exec((await shown.textContent()) ?? '')?.[0] ?? '';
    await phone.fill('#comparison_code', digits.replace(/\s/g, ''));
    await film.frame(SHORT_SECONDS, 'The user types them.', left, right);
    await phone.keyboard.press('Enter');
    await arrive(laptop, run);
    await film.frame(LONG_SECONDS, 'The laptop is signed in.', left, right);
    return film;
  },
  'scanner-opens-link': async (browser, run) => {
    const { film, laptop: scanner, phone } = await prepare(browser, run);
    const left: Device = { label: 'mail scanner', page: scanner };
    const dark: Device = { label: 'mail scanner', page: undefined };
    const right: Device = { label: 'user', page: phone };
    const before = await openSignIn(phone, run);
    await film.frame(SHORT_SECONDS, 'A user requests a link.', dark, right);
    await phone.keyboard.press('Enter');
    await phone.locator('.lg-comparison-code').waitFor({ state: 'attached' });
    const email = await nextEmail(run, before);
    await scanner.goto(linkIn(email));
    await film.frame(LONG_SECONDS, 'A mail scanner opens it first, in a browser of its own.', left, right);
    await phone.setContent(email.html);
    await film.frame(SHORT_SECONDS, 'Then the user opens it.', left, right);
    await phone.goto(linkIn(email));
    await arrive(phone, run);
    await film.frame(LONG_SECONDS, 'The user is signed in: the scanner has used nothing.', left, right);
    return film;
  },
};

/** An account that has consented, and the devices. */
async function prepare(browser: Browser, run: RunFile): Promise<{ film: Film; laptop: Page; phone: Page }> {
  const open = async (options: BrowserContextOptions) =>
    await (await browser.newContext({ locale: 'en', ...options })).newPage();
  const first = await open({ viewport: LEFT_VIEWPORT });
  const before = await openSignIn(first, run);
  await first.click('.lg-more summary');
  await first.fill('#referral_code', run.beta.referral_code);
  await first.keyboard.press('Enter');
  await first.goto(linkIn(await nextEmail(run, before)));
  await arrive(first, run);
  await first.context().close();
  const { userAgent } = devices['iPhone 15'];
  return {
    film: new Film(await open({})),
    laptop: await open({ viewport: LEFT_VIEWPORT }),
    phone: await open({ viewport: RIGHT_VIEWPORT, isMobile: true, hasTouch: true, userAgent }),
  };
}

/** The demo's sign-in page with the address typed; returns how many emails it has got. */
async function openSignIn(page: Page, run: RunFile): Promise<number> {
  const before = (await emails(run)).length;
  await page.goto(`${run.demo_url}/beta/sign-in`);
  await page.fill('#email', EMAIL);
  return before;
}

/** Waits for the demo, and consents before if it is asked for. */
async function arrive(page: Page, run: RunFile): Promise<void> {
  const home = `${run.demo_url}/beta`;
  const allow = page.locator('[name=accept]');
  await Promise.race([page.waitForURL(home), allow.waitFor()]);
  if (await allow.isVisible()) await allow.click();
  await page.waitForURL(home);
}
