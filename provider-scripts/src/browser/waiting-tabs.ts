/** The tabs of a browser that wait for a link each, as its cookie names them. */

/** A tab of Keycloak's, and the link that was sent last from it. */
export interface WaitingTab {
  tab: string;
  jti: string;
  /** What only this browser knows. */
  key: string;
}

/** More tabs than that are shown without asking, the newest ask. */
export const MAX_WAITING_TABS = 8;

/** The tabs with one that waits now, in place of what it waited for before. */
export function withTab(tabs: readonly WaitingTab[], added: WaitingTab): WaitingTab[] {
  return [...tabs.filter(({ tab }) => tab !== added.tab), added].slice(-MAX_WAITING_TABS);
}

/** The link that a tab waits for, or null. */
export function linkOf(tabs: readonly WaitingTab[], tabId: string | null): string | null {
  return tabs.find(({ tab }) => tab === tabId)?.jti ?? null;
}

/** The key of the tab that waits for a link, or null. */
export function keyOf(tabs: readonly WaitingTab[], jti: string | null): string | null {
  return tabs.find((one) => one.jti === jti)?.key ?? null;
}
