/** Links of Keycloak's own actions. */

/** Returns the URL of an action link in an email's text or on a page. */
export function actionLinkIn(text: string): string {
  return (
    /https?:[^\s"]+\/login-actions\/action-token\?[^\s"]+/.exec(text.replaceAll('&amp;', '&'))?.[0] ?? ''
  );
}
