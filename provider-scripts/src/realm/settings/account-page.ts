/** The realm's settings for users' own page. */

/** The realm attribute that serves users their own page. */
export const ACCOUNT_PAGE_ATTRIBUTE = 'linkgate.account-page';

/** The realm attribute that lets users delete their account on the page. */
export const ACCOUNT_DELETION_ATTRIBUTE = 'linkgate.account-deletion';
