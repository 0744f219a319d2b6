/** Whether the setting requires a click before a link is used. */
import type { Settings } from '../../settings/parse.ts';

/** `isAskingBrowser` tells whether the link was opened in the browser that requested it. */
export function asksFirst(confirm: Settings['confirm'], isAskingBrowser: () => boolean): boolean {
  return confirm === 'always' || (confirm === 'new-browser' && !isAskingBrowser());
}
