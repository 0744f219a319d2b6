/** `node scripts/run.mjs screenshots.ts`: takes the documents' pictures, still and moving, from the running product (`npm start`), in Chromium. Arguments name some of them. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openChromium } from '../../test/support/chromium.ts';
import { ROOT } from '../build/root.ts';
import { MOVING } from '../screenshots/moving.ts';
import { PICTURES } from '../screenshots/pictures.ts';
import { readRunFile } from '../screenshots/run-file.ts';
import { STEP_PICTURES } from '../screenshots/step-pictures.ts';
import { command } from './command.ts';

const FOLDER = path.join(ROOT, 'docs', 'pictures');
/** About the width of a column of the README on GitHub, so that two fit side by side. */
const VIEWPORT = { width: 460, height: 620 };

await command(async () => {
  const names = process.argv.slice(2);
  const run = await readRunFile();
  await mkdir(FOLDER, { recursive: true });
  const browser = await openChromium();
  try {
    for (const [name, show] of Object.entries({ ...PICTURES, ...STEP_PICTURES })) {
      if (names.length > 0 && !names.includes(name)) continue;
      const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en' });
      const page = await context.newPage();
      await show(page, run);
      const file = path.join(FOLDER, `${name}.png`);
      await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
      console.log(path.relative(ROOT, file));
      await context.close();
    }
    for (const [name, show] of Object.entries(MOVING)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const file = path.join(FOLDER, `${name}.gif`);
      await writeFile(file, (await show(browser, run)).bytes());
      console.log(path.relative(ROOT, file));
    }
  } finally {
    await browser.close();
  }
});
