/** The realm's settings for users' own page. */

/** The realm attribute that serves users their own page. */
export const ACCOUNT_PAGE_ATTRIBUTE = 'linkgate.account-page';

/** The values of these settings; the first is the default. */
export const ACCOUNT_PAGE_MODES = ['off', 'on'] as const;

/** Whether the attribute serves the page; any value but `on` counts as off. */
export function servesAccountPage(attribute: unknown): boolean {
  return attribute === 'on';
}

/** The realm attribute that lets users delete their account on the page. */
export const ACCOUNT_DELETION_ATTRIBUTE = 'linkgate.account-deletion';

/** Whether users may delete their account; any value but `on` counts as off. */
export function allowsAccountDeletion(attribute: unknown): boolean {
  return attribute === 'on';
}
