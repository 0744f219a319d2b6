/** What the server configures the application with, in its document. */

const root = document.querySelector<HTMLElement>('#app');

/** A text of the document's; empty where it is missing. */
function given(name: string): string {
  return root?.dataset[name] ?? '';
}

/** Addresses without a slash at their ends. */
export const CONFIG = {
  /** Keycloak's address. */
  server: given('server'),
  realm: given('realm'),
  /** As users know the realm. */
  realmName: given('realmName'),
  client: given('client'),
  /** This application's own address. */
  page: given('page'),
  /** The admin API's, for this realm. */
  api: given('api'),
} as const;

/** Whether the admin API is at another origin than these pages. */
export const API_IS_ELSEWHERE = new URL(CONFIG.api).origin !== new URL(CONFIG.page).origin;

/** Where the application shows itself. */
export function appRoot(): HTMLElement {
  if (root === null) throw new Error('the document has no place for the application');
  return root;
}
