/** Every page in every size, shade and language, and what of its text can't be read there. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { inject } from 'vitest';
import { violationsOn } from './axe.ts';
import { openContext } from './chromium.ts';
import type { Way } from './pages.ts';

const WIDTHS = [390, 1366] as const;
const SHADES = ['light', 'dark'] as const;

/** One language of each script, and German for its long words. */
export const LANGUAGES_LOOKED_AT = ['en', 'de', 'ar', 'ja'] as const;

/** Text of these languages has no row of English words, unless it is marked as English, a code, or a person's. */
const WITHOUT_LATIN = ['ar', 'ja'];

/**
 * Runs in the page: text that is cut off, lies outside of the window, or wasn't translated. Text that only screen readers get is in a box of
 * one pixel.
 */
const UNREADABLE = (isLatin: boolean) => `(() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push('the page scrolls sideways');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.data.trim();
    const parent = node.parentElement;
    if (text === '' || parent.closest('script, style, noscript, option') || !parent.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    let isForReaders = false;
    const cut = [];
    for (let one = parent; one !== null && one !== root; one = one.parentElement) {
      const style = getComputedStyle(one);
      const around = one.getBoundingClientRect();
      if (around.width <= 1 && around.height <= 1) isForReaders = true;
      if (style.overflowX !== 'visible' && (box.left < around.left - 1 || box.right > around.right + 1)) cut.push(one);
      if (/hidden|clip/.test(style.overflowY) && (box.top < around.top - 1 || box.bottom > around.bottom + 1)) cut.push(one);
    }
    if (isForReaders) continue;
    if (cut.length > 0) found.push('cut off: ' + text);
    if (box.left < -1 || box.right > innerWidth + 1) found.push('outside of the window: ' + text);
    const isMarked = parent.closest('[lang]') !== root && parent.closest('[lang]') !== null;
    if (/\\blinkgate[A-Z]\\w+|\\$\\{|\\{\\d/.test(text)) found.push('no text for: ' + text);
    if (!${isLatin} && !isMarked && !parent.closest('code, pre, .lg-quote') && /(?:\\b[a-z]+[ ,]+){2}[a-z]+\\b/.test(text)) found.push('not translated: ' + text);
  }
  for (const field of document.querySelectorAll('button, input:not([type=hidden]), select')) {
    if (field.checkVisibility() && field.scrollWidth > field.clientWidth + 1 && field.clientWidth > 1 && field.type !== 'text' && field.type !== 'email')
      found.push('cut off: ' + (field.textContent.trim() || field.name));
  }
  return found;
})()`;

/** Opens a page in a language; returns what is wrong with each of its looks. With `LINKGATE_PICTURES` it takes pictures into that folder. */
export async function faultsOfLooks(
  browser: Browser,
  [name, way]: readonly [string, Way],
  language: string,
): Promise<string[]> {
  const context = await openContext(browser, { viewport: { width: 1366, height: 768 }, locale: language });
  try {
    const page = await context.newPage();
    await way(page, { client: inject('site').clients.web, language });
    await page.waitForLoadState();
    const faults: string[] = [];
    for (const width of WIDTHS) {
      for (const shade of SHADES) {
        await page.setViewportSize({ width, height: width < 500 ? 844 : 768 });
        await page.emulateMedia({ colorScheme: shade });
        await takePicture(page, `${name.replace(/\W+/g, '-')}.${language}.${width}.${shade}.png`);
        const unreadable = await page.evaluate<string[]>(UNREADABLE(!WITHOUT_LATIN.includes(language)));
        // Contrast depends on the shade, hardly on the size.
        const found = width === WIDTHS[0] ? [...unreadable, ...(await violationsOn(page))] : unreadable;
        faults.push(...found.map((fault) => `${width}, ${shade}: ${fault}`));
      }
    }
    return faults;
  } finally {
    await context.close();
  }
}

async function takePicture(page: Page, file: string): Promise<void> {
  const folder = process.env.LINKGATE_PICTURES;
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, file), fullPage: true });
}
