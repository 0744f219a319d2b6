/**
 * The load of tabs that wait for links, by their polling schedule: the documents say what is computed here.
 */
import { expect, test } from 'vitest';
import { LINK_LIFETIME_SECONDS } from '../../provider-scripts/src/realm/settings/declared.ts';
import { pollIntervalSeconds } from '../../provider-scripts/src/sign-in/prompt/awaited-link.ts';
import { readText } from '../support/documents.ts';

const TABS = 1000;

/** How often a tab polls while its link ages from one age to another, in seconds. */
function questions(from: number, to: number): number {
  let polls = 0;
  for (let age = from; age < to; age += pollIntervalSeconds(age)) polls += 1;
  return polls;
}

test('the documents state how often a thousand waiting tabs poll', () => {
  const { default: lifetime, max } = LINK_LIFETIME_SECONDS;
  const perSecond = (from: number, to: number) => Math.round((TABS * questions(from, to)) / (to - from));
  const sentence =
    `A thousand waiting tabs poll ${perSecond(0, 120)} times a second in their first two minutes, ` +
    `${perSecond(600, max)} times from the tenth on, and ${perSecond(0, lifetime)} times on average ` +
    `over a link's ${lifetime} seconds; each poll is one statement, by key.`;
  expect(readText('docs/operate.md').replace(/\s+/g, ' ')).toContain(sentence);
});
