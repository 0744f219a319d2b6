/** A scanner's actions with a link in a real browser. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { visit } from '../../../support/chromium.ts';

/** How often the link is reopened for buttons that haven't been pressed yet. */
const ROUNDS = 4;

/** Presses all buttons of the link's page and of the resulting pages, whatever their labels. */
export async function pressEverything(context: BrowserContext, link: string): Promise<void> {
  const pressed = new Set<string>();
  const page = await context.newPage();
  for (let round = 0; round < ROUNDS; round++) {
    const before = pressed.size;
    await visit(page, link);
    while (await pressNext(page, pressed));
    if (pressed.size === before) return;
  }
}

/** Presses a button that wasn't pressed yet, identified by its text and its page's; false if there is none. */
async function pressNext(page: Page, pressed: Set<string>): Promise<boolean> {
  const heading = await page.locator('h1').first().textContent();
  for (const button of await page.locator('button[type=submit]').all()) {
    const name = `${heading}: ${await button.textContent()}`;
    if (pressed.has(name)) continue;
    pressed.add(name);
    await Promise.all([page.waitForEvent('load'), button.click()]);
    return true;
  }
  return false;
}

/** Shows a page that embeds or preloads a link in every way. */
export async function prefetchEmbedded(context: BrowserContext, link: string): Promise<void> {
  const html = `<!doctype html><title>An email</title>
    <link rel="stylesheet" href="${link}"><link rel="prefetch" href="${link}"><link rel="preload" as="image" href="${link}">
    <img src="${link}" alt=""><iframe src="${link}"></iframe><object data="${link}"></object><script src="${link}"></script>`;
  const preview = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => preview.listen(0, '127.0.0.1', resolve));
  const page = await context.newPage();
  const { port } = preview.address() as AddressInfo;
  await visit(page, `http://127.0.0.1:${port}/`, { waitUntil: 'networkidle' });
  preview.close();
}
