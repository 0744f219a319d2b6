/**
 * A link requested in one place and opened in another, in Chromium: each of five by five ends with the user signed in where they
 * want, by a click or three digits at most, with the keyboard alone, in every language, with and without scripts.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SIGN_IN_OF_CLIENT } from '../../../provider-scripts/src/realm/settings/table.ts';
import { Agent } from '../../support/agent.ts';
import { type Application, startApplication } from '../../support/application.ts';
import { authUrl } from '../../support/authorization.ts';
import { violationsOn } from '../../support/axe.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../support/chromium.ts';
import { confirm } from '../../support/confirm-page.ts';
import { emailTo, linkIn, newAddress } from '../../support/email.ts';
import { TAGS } from '../../support/messages.ts';
import { makeClient, type OwnClient } from '../../support/own-client.ts';
import { PROFILES, type ProfileName } from '../../support/profiles.ts';
import { exchange, linkFor, type Tokens } from '../../support/sign-in.ts';

type Place = ProfileName | 'API';

/** One case of the matrix. */
interface Journey {
  requested: Place;
  opened: Place;
  /** Where the user wants to be signed in. */
  wanted: 'where it is opened' | 'where it was requested';
  scripts: 'with' | 'without';
  language: string;
}

const PLACES = [...(Object.keys(PROFILES) as ProfileName[]), 'API'] as const;

/** A browser other than the requesting one offers the choice. */
function signInPlaces(requested: Place, opened: Place): readonly Journey['wanted'][] {
  return requested === opened || requested === 'API' || opened === 'API'
    ? ['where it is opened']
    : ['where it is opened', 'where it was requested'];
}

/** All possible cases; successive ones of each kind have different languages. */
function allJourneys(): Journey[] {
  const counts = new Map<string, number>();
  return PLACES.flatMap((requested) =>
    PLACES.flatMap((opened) =>
      signInPlaces(requested, opened).flatMap((wanted) =>
        (requested === 'API' && opened === 'API' ? (['with'] as const) : (['with', 'without'] as const)).map(
          (scripts) => {
            const kind = `${wanted}, ${scripts}`;
            const count = counts.get(kind) ?? 0;
            counts.set(kind, count + 1);
            return { requested, opened, wanted, scripts, language: TAGS[count % TAGS.length] ?? '' };
          },
        ),
      ),
    ),
  );
}

/** The pairs of a case's properties. */
function pairsOf(journey: Journey): string[] {
  const values = Object.entries(journey).map(([name, value]) => `${name} ${value}`);
  return values.flatMap((one, index) => values.slice(index + 1).map((other) => `${one}, ${other}`));
}

/** A selection in which every occurring pair of properties occurs: always adds the case with the most new pairs. */
function journeysOfAllPairs(): Journey[] {
  const left = allJourneys();
  const missing = new Set(left.flatMap(pairsOf));
  const chosen: Journey[] = [];
  while (missing.size > 0) {
    const gain = (journey: Journey) => pairsOf(journey).filter((pair) => missing.has(pair)).length;
    const best = left.reduce((one, other) => (gain(other) > gain(one) ? other : one));
    chosen.push(best);
    for (const pair of pairsOf(best)) missing.delete(pair);
  }
  return chosen;
}

/** Far more than the bounds of all steps: only a call of Chromium that never returns takes longer. */
const STUCK_MILLIS = 190_000;

/** The maximum number of Tab presses to reach a button. */
const MOST_TABS = 40;

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('in Chromium', () => {
  let browser: Browser;
  let application: Application;
  let client: OwnClient;
  /** The checked pages, by kind and place. */
  const checked = new Set<string>();

  beforeAll(async () => {
    browser = await openChromium();
    application = await startApplication();
    const redirectUris = [application.redirectUri];
    const {
      confirm: { name: confirm },
      crossDevice: { name: crossDevice },
    } = SIGN_IN_OF_CLIENT;
    const attributes = { [confirm]: 'new-browser', [crossDevice]: 'true' };
    client = await makeClient({ name: 'Places', consentRequired: false, redirectUris, attributes });
  });
  afterAll(async () => {
    await browser?.close();
    await application?.close();
    await client?.remove();
  });

  test.concurrent.each(journeysOfAllPairs())(
    'requested in the $requested, opened in the $opened: signs in $wanted, $scripts scripts ($language)',
    async (journey) => {
      if (await getsThrough(journey)) return;
      console.log(`Chromium stopped answering at ${JSON.stringify(journey)}: once more, in new profiles`);
      expect(await getsThrough(journey)).toBe(true);
    },
  );

  /** Whether the case was completed, or Chromium got stuck; throws on any other failure. */
  async function getsThrough(journey: Journey): Promise<boolean> {
    const profiles = new Map<Place, BrowserContext>();
    const timer = new AbortController();
    const stuck = wait(STUCK_MILLIS, false, { signal: timer.signal });
    const end = run(journey, profiles).then(async () => {
      for (const context of profiles.values()) await context.close();
      return true;
    });
    try {
      return await Promise.race([end, stuck]);
    } finally {
      timer.abort();
      for (const context of profiles.values()) context.close().catch(() => {});
    }
  }

  async function profileAt(place: ProfileName, journey: Journey, profiles: Map<Place, BrowserContext>) {
    const known = profiles.get(place);
    if (known !== undefined) return known;
    const { scripts, language } = journey;
    const context = await openContext(browser, {
      ...PROFILES[place],
      javaScriptEnabled: scripts === 'with',
      locale: language,
    });
    profiles.set(place, context);
    return context;
  }

  async function run(journey: Journey, profiles: Map<Place, BrowserContext>): Promise<void> {
    const { requested, opened, wanted, language } = journey;
    const email = newAddress();
    let waiting: Page | null = null;
    let link: string;
    if (requested === 'API') link = await linkFor(email, client, { ui_locales: language });
    else {
      waiting = await (await profileAt(requested, journey, profiles)).newPage();
      await requestOn(waiting, email, journey);
      await checkAccessibility(waiting, `check email, ${requested}`, journey);
      link = linkIn(await emailTo(email));
    }
    if (opened === 'API') return await expectSignedIn(await openByProgram(link), email);
    const page = await (await profileAt(opened, journey, profiles)).newPage();
    await visit(page, link);
    if (requested !== opened) {
      expect(await page.getAttribute('html', 'lang')).toBe(language);
      await checkAccessibility(page, `${requested === 'API' ? 'confirm' : 'choice'}, ${opened}`, journey);
      if (wanted === 'where it is opened') await press(page, '.lg-button-primary');
      else await typeComparisonCode(page, waiting, journey);
    }
    const [end, other] = wanted === 'where it is opened' ? [page, waiting] : [waiting, page];
    await end?.waitForURL(`${client.redirect_uri}?*`);
    await expectSignedIn(new URL(end?.url() ?? ''), email);
    if (requested === opened || other === null) return;
    expect(other.url().startsWith(client.redirect_uri)).toBe(false);
    const cookies = await other.context().cookies();
    expect(cookies.map(({ name }) => name)).not.toContain('KEYCLOAK_IDENTITY');
  }

  /** Three digits are enough; without scripts the waiting page has a link to continue. */
  async function typeComparisonCode(page: Page, waiting: Page | null, journey: Journey): Promise<void> {
    if (waiting === null) throw new Error('no page waits');
    const digits = ((await waiting.locator('.lg-comparison-code').textContent()) ?? '').trim();
    expect(digits).toMatch(/^\d{3}$/);
    await tabTo(page, '#comparison_code');
    await page.keyboard.type(digits);
    await page.keyboard.press('Enter');
    await page.locator('input[name=revoke]').waitFor({ state: 'attached' });
    await checkAccessibility(page, `approved cross-device, ${journey.opened}`, journey);
    if (journey.scripts === 'without') {
      await press(waiting, '.lg-more summary');
      await press(waiting, '.lg-comparison-code ~ noscript a');
    }
  }

  /** axe-core is a script itself. */
  async function checkAccessibility(page: Page, what: string, { scripts }: Journey): Promise<void> {
    if (scripts === 'without' || checked.has(what)) return;
    checked.add(what);
    await page.waitForLoadState();
    expect(await violationsOn(page), what).toEqual([]);
  }

  async function requestOn(page: Page, email: string, { language }: Journey): Promise<void> {
    await visit(page, authUrl(client, { fields: { ui_locales: language } }));
    await tabTo(page, '#email');
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.locator('.lg-comparison-code').waitFor({ state: 'attached' });
    expect(await page.getAttribute('html', 'lang')).toBe(language);
  }

  /** A program that accepts no HTML presses the only button that it is shown. */
  async function openByProgram(link: string): Promise<URL> {
    const program = new Agent({ accept: 'application/json' });
    const response = await confirm(program, await program.open(link));
    return new URL(response.headers.get('location') ?? '');
  }

  async function expectSignedIn(target: URL, email: string): Promise<void> {
    const response = await exchange(target.searchParams.get('code'), client);
    expect(response.status).toBe(200);
    expect(decodeJwt(((await response.json()) as Tokens).id_token).email).toBe(email);
  }

  async function press(page: Page, selector: string): Promise<void> {
    await tabTo(page, selector);
    await page.keyboard.press('Enter');
  }

  /** By the Tab key, as without a mouse. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    const focused = page.locator(`${selector}:focus`);
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if ((await focused.count()) === 1) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`the Tab key doesn’t get to ${selector}`);
  }
});
