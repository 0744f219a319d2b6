/** Checks a page's accessibility by axe-core. */
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The violations on a page, including axe-core's best practices beyond WCAG; one line per element. */
export async function violationsOn(page: Page): Promise<string[]> {
  return await violations(page, [...WCAG, 'best-practice']);
}

/** The same for an email, which isn't a document of its own: the email client has the landmarks around it. */
export async function violationsInEmail(page: Page): Promise<string[]> {
  return await violations(page, WCAG);
}

async function violations(page: Page, tags: readonly string[]): Promise<string[]> {
  // Not by a script tag, which a page with Trusted Types rejects.
  await page.evaluate(axe.source);
  const result = await page.evaluate<AxeResults>(`axe.run({ runOnly: ${JSON.stringify(tags)} })`);
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary ?? ''}`),
  );
}
