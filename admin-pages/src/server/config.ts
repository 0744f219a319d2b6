/** The application's configuration, which the server puts into the document. */

const root = document.querySelector<HTMLElement>('#app');

/** A text of the document; empty if it is missing. */
function given(name: string): string {
  return root?.dataset[name] ?? '';
}

/** URLs without a trailing slash. */
export const CONFIG = {
  /** Keycloak's base URL. */
  server: given('server'),
  realm: given('realm'),
  /** The realm's display name. */
  realmName: given('realmName'),
  client: given('client'),
  /** This application's own URL. */
  page: given('page'),
  /** The admin API's URL for this realm. */
  api: given('api'),
} as const;

/** Whether the admin API is at another origin than these pages. */
export const API_IS_ELSEWHERE = new URL(CONFIG.api).origin !== new URL(CONFIG.page).origin;

/** The element that the application renders into. */
export function appRoot(): HTMLElement {
  if (root === null) throw new Error('the document has no place for the application');
  return root;
}
