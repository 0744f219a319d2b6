/** Whether the setting requires a click before a link is used. */
import type { Settings } from '../../realm/flow/parse.ts';

/** `isRequestingBrowser` returns whether the link was opened in the browser that requested it. */
export function requiresConfirmation(
  confirm: Settings['confirm'],
  isRequestingBrowser: () => boolean,
): boolean {
  return confirm === 'always' || (confirm === 'new-browser' && !isRequestingBrowser());
}
