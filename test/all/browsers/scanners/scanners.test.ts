/**
 * Emails that scanners have processed: which sign-ins still work for the user, for every value of the settings; the document
 * shows these results.
 */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SIGN_IN_OF_CLIENT } from '../../../../provider-scripts/src/realm/settings/table.ts';
import { writeDocument } from '../../../../scripts/cli/document.ts';
import { type Application, startApplication } from '../../../support/application.ts';
import { authUrl } from '../../../support/authorization.ts';
import { CHROMIUM, openChromium, openContext, visit } from '../../../support/chromium.ts';
import { readText, sectionOf, tableOf } from '../../../support/documents.ts';
import { emailsTo, emailTo, linkIn, newAddress } from '../../../support/email.ts';
import { makeClient, type OwnClient } from '../../../support/own-client.ts';
import { type Behaviour, CORPUS, PRESSES } from './corpus.ts';
import { COLUMNS, type Column, DOCUMENT, documentOf, HEADING } from './document.ts';
import { type Watched, watch } from './scanner.ts';
import {
  isStillValid,
  requestEmail,
  type SignedIn,
  signIn,
  signInAnew,
  type User,
  type Way,
} from './user.ts';

const WRITES = process.env.LINKGATE_WRITE !== undefined;
const rows = new Map<string, string[]>();

describe.skipIf(CHROMIUM === undefined && !process.env.CI)('of an email and its link,', () => {
  let browser: Browser;
  let application: Application;
  /** One per column, so that all are tested at once. */
  let clients: (readonly [Column, OwnClient])[];

  beforeAll(async () => {
    browser = await openChromium();
    application = await startApplication();
    const redirectUris = [application.redirectUri];
    clients = await Promise.all(
      COLUMNS.map(async (column) => {
        const attributes = {
          [SIGN_IN_OF_CLIENT.confirm.name]: column.confirm,
          [SIGN_IN_OF_CLIENT.crossDevice.name]: String(column.crossDevice),
        };
        return [
          column,
          await makeClient({ name: 'Scanned', consentRequired: false, redirectUris, attributes }),
        ] as const;
      }),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await application?.close();
    for (const [, { remove }] of clients) await remove();
    if (WRITES && rows.size === CORPUS.length) await writeDocument(DOCUMENT, documentOf(rows));
  });

  test.each(CORPUS)(
    'after a scanner that $name, the sign-ins in the document still work',
    async (behaviour) => {
      const cells = await Promise.all(
        clients.map(async ([{ crossDevice }, client]) => {
          const ways: Way[] = crossDevice ? ['link', 'code', 'digits'] : ['link', 'code'];
          return wordFor(await Promise.all(ways.map((way) => works(behaviour, client, way))));
        }),
      );
      rows.set(behaviour.name, cells);
      const withConfirm = COLUMNS.map(({ confirm }, index) => (confirm === 'never' ? 'all' : cells[index]));
      if (behaviour.name !== PRESSES) expect(withConfirm).toEqual(COLUMNS.map(() => 'all'));
      if (!WRITES) expect(cells).toEqual(documentedCells(behaviour));
    },
  );

  /** Whether one way of signing in still works after a scanner had the email. */
  async function works(behaviour: Behaviour, client: OwnClient, way: Way): Promise<boolean> {
    const user = await requestEmail(client);
    const scanner = watch(browser, await emailTo(user.email));
    const link = behaviour.delivered?.(scanner.link) ?? scanner.link;
    try {
      if (behaviour.late) return await staysSignedIn(behaviour, user, way, scanner);
      await behaviour.scan(scanner);
      const signedIn = await signIn(user, way, link);
      await expectOwn(user, signedIn ?? (await signInAnew(user, scanner.link)), scanner);
      return signedIn !== null;
    } finally {
      await scanner.close();
    }
  }

  async function staysSignedIn(
    behaviour: Behaviour,
    user: User,
    way: Way,
    scanner: Watched,
  ): Promise<boolean> {
    const signedIn = await signIn(user, way, scanner.link);
    await behaviour.scan(scanner);
    expect(await emailsTo(user.email)).toHaveLength(1);
    await expectOwn(user, signedIn, scanner);
    return signedIn !== null;
  }

  /** The user is signed in, in a session that the scanner doesn't have. */
  async function expectOwn(user: User, signedIn: SignedIn | null, scanner: Watched): Promise<void> {
    expect(signedIn !== null && (await isStillValid(user, signedIn)), 'signed in').toBe(true);
    expect(await scanner.sessions()).not.toContain(signedIn?.session);
  }

  test('a rewritten link still opens in the requesting browser', async () => {
    const [, client] = clients.find(([{ confirm }]) => confirm === 'new-browser') ?? [];
    if (client === undefined) throw new Error('no such column');
    const context = await openContext(browser);
    const rewriter = 'https://links.gateway.example/';
    const email = newAddress();
    const page = await context.newPage();
    await visit(page, authUrl(client));
    await page.fill('input[name=email]', email);
    await page.keyboard.press('Enter');
    await page.getByText(email).first().waitFor();
    const link = linkIn(await emailTo(email));
    await context.route(`${rewriter}**`, async (route) => {
      await route.fulfill({ contentType: 'text/html', body: `<a href="${link}">On to the link</a>` });
    });
    const tab = await context.newPage();
    await visit(tab, `${rewriter}?url=${encodeURIComponent(link)}`);
    await tab.getByText('On to the link').click();
    await tab.getByRole('heading', { name: 'Arrived' }).waitFor();
    expect(new URL(tab.url()).searchParams.get('state')).toBe('st');
    await context.close();
  });
});

function wordFor(works: readonly boolean[]): string {
  if (works.every((one) => one)) return 'all';
  return works.some((one) => one) ? 'some' : 'nothing';
}

function documentedCells({ name }: Behaviour): string[] | undefined {
  return tableOf(sectionOf(readText(DOCUMENT), HEADING))
    .find(([first]) => first === name)
    ?.slice(1);
}
