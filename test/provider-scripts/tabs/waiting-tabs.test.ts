/** Which of a browser's tabs wait for which link. */
import { describe, expect, test } from 'vitest';
import {
  keyOf,
  linkOf,
  MAX_WAITING_TABS,
  type WaitingTab,
  withTab,
} from '../../../provider-scripts/src/tabs/waiting-tabs.ts';

const ONE: WaitingTab = { tab: 'one', jti: 'link-1', key: 'a' };
const TWO: WaitingTab = { tab: 'two', jti: 'link-2', key: 'b' };

describe('the tabs of a browser', () => {
  test('wait side by side, each for its link', () => {
    const tabs = withTab(withTab([], ONE), TWO);
    expect([linkOf(tabs, 'one'), linkOf(tabs, 'two')]).toEqual(['link-1', 'link-2']);
  });

  test('wait for the most recent link', () => {
    const tabs = withTab([ONE, TWO], { tab: 'one', jti: 'link-3', key: 'a' });
    expect([linkOf(tabs, 'one'), tabs.length]).toEqual(['link-3', 2]);
  });

  test('have no link for an unknown tab, nor without one', () => {
    expect([linkOf([ONE], 'two'), linkOf([ONE], ''), linkOf([ONE], null)]).toEqual([null, null, null]);
  });

  test('have a key for each link they wait for, and for no other', () => {
    expect([keyOf([ONE, TWO], 'link-2'), keyOf([ONE], 'link-2'), keyOf([ONE], null)]).toEqual([
      'b',
      null,
      null,
    ]);
  });

  test('are the newest ones, up to a maximum', () => {
    let tabs: WaitingTab[] = [];
    for (let i = 0; i <= MAX_WAITING_TABS; i++)
      tabs = withTab(tabs, { tab: `tab-${i}`, jti: `link-${i}`, key: 'a' });
    expect([tabs.length, linkOf(tabs, 'tab-0'), linkOf(tabs, 'tab-1')]).toEqual([
      MAX_WAITING_TABS,
      null,
      'link-1',
    ]);
  });
});
