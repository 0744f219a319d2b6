/** The tabs of a browser that each wait for a link, as its cookie names them. */

/** A Keycloak tab, and the latest link sent from it. */
export interface WaitingTab {
  tab: string;
  jti: string;
  /** Known only to this browser. */
  key: string;
}

/** Only this many tabs poll, the newest ones; the others are shown without polling. */
export const MAX_WAITING_TABS = 8;

/** Adds a waiting tab, replacing the link that it waited for before. */
export function withWaitingTab(tabs: readonly WaitingTab[], added: WaitingTab): WaitingTab[] {
  return [...tabs.filter(({ tab }) => tab !== added.tab), added].slice(-MAX_WAITING_TABS);
}

/** The link that a tab waits for, or null. */
export function awaitedLinkOf(tabs: readonly WaitingTab[], tabId: string | null): string | null {
  return tabs.find(({ tab }) => tab === tabId)?.jti ?? null;
}

/** The key of the tab that waits for a link, or null. */
export function waitingTabKey(tabs: readonly WaitingTab[], jti: string | null): string | null {
  return tabs.find((one) => one.jti === jti)?.key ?? null;
}
