/** What tabs that wait for links cost, by the schedule on which they ask: the documents say what is computed here. */
import { expect, test } from 'vitest';
import { LINK_LIFETIME_SECONDS } from '../../provider-scripts/src/settings/declared.ts';
import { intervalSeconds } from '../../provider-scripts/src/sign-in/awaited-link.ts';
import { readText } from '../support/documents.ts';

const TABS = 1000;

/** How many questions a tab asks while its link goes from one age to another, in seconds. */
function questions(from: number, to: number): number {
  let asked = 0;
  for (let age = from; age < to; age += intervalSeconds(age)) asked += 1;
  return asked;
}

test('what a thousand waiting tabs ask is in the documents', () => {
  const { default: lifetime, max } = LINK_LIFETIME_SECONDS;
  const perSecond = (from: number, to: number) => Math.round((TABS * questions(from, to)) / (to - from));
  const sentence =
    `A thousand tabs that wait ask ${perSecond(0, 120)} times a second in their first two minutes, ` +
    `${perSecond(600, max)} times from the tenth on, and ${perSecond(0, lifetime)} times on the average ` +
    `of a link of ${lifetime} seconds; each time it is one statement, by key.`;
  expect(readText('docs/operate.md').replace(/\s+/g, ' ')).toContain(sentence);
});
