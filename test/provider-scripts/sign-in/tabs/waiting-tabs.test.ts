/** Which of a browser's tabs wait for which link. */
import { describe, expect, test } from 'vitest';
import {
  awaitedLinkOf,
  MAX_WAITING_TABS,
  type WaitingTab,
  waitingTabKey,
  withWaitingTab,
} from '../../../../provider-scripts/src/sign-in/tabs/waiting-tabs.ts';

const ONE: WaitingTab = { tab: 'one', jti: 'link-1', key: 'a' };
const TWO: WaitingTab = { tab: 'two', jti: 'link-2', key: 'b' };

describe('the tabs of a browser', () => {
  test('wait side by side, each for its link', () => {
    const tabs = withWaitingTab(withWaitingTab([], ONE), TWO);
    expect([awaitedLinkOf(tabs, 'one'), awaitedLinkOf(tabs, 'two')]).toEqual(['link-1', 'link-2']);
  });

  test('wait for the most recent link', () => {
    const tabs = withWaitingTab([ONE, TWO], { tab: 'one', jti: 'link-3', key: 'a' });
    expect([awaitedLinkOf(tabs, 'one'), tabs.length]).toEqual(['link-3', 2]);
  });

  test('have no link for an unknown tab, nor without one', () => {
    expect([awaitedLinkOf([ONE], 'two'), awaitedLinkOf([ONE], ''), awaitedLinkOf([ONE], null)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('have a key for each link they wait for, and for no other', () => {
    expect([
      waitingTabKey([ONE, TWO], 'link-2'),
      waitingTabKey([ONE], 'link-2'),
      waitingTabKey([ONE], null),
    ]).toEqual(['b', null, null]);
  });

  test('are the newest ones, up to a maximum', () => {
    let tabs: WaitingTab[] = [];
    for (let i = 0; i <= MAX_WAITING_TABS; i++)
      tabs = withWaitingTab(tabs, { tab: `tab-${i}`, jti: `link-${i}`, key: 'a' });
    expect([tabs.length, awaitedLinkOf(tabs, 'tab-0'), awaitedLinkOf(tabs, 'tab-1')]).toEqual([
      MAX_WAITING_TABS,
      null,
      'link-1',
    ]);
  });
});
