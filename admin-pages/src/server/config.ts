/** The application's configuration, which the server renders into the document. */

const root = document.querySelector<HTMLElement>('#app');

/** A data attribute of the application's element; empty if it is missing. */
function attribute(name: string): string {
  return root?.dataset[name] ?? '';
}

/** URLs without a trailing slash. */
export const CONFIG = {
  /** Keycloak's base URL. */
  server: attribute('server'),
  realm: attribute('realm'),
  /** The realm's display name. */
  realmName: attribute('realmName'),
  client: attribute('client'),
  /** This application's own URL. */
  page: attribute('page'),
  /** The admin API's URL for this realm. */
  api: attribute('api'),
} as const;

/** Whether the admin API has another origin than these pages. */
export const API_IS_ELSEWHERE = new URL(CONFIG.api).origin !== new URL(CONFIG.page).origin;

/** The element that the application renders into. */
export function appRoot(): HTMLElement {
  if (root === null) throw new Error('the document has no element #app');
  return root;
}

/** The URL of a page of Keycloak's console for this realm, by its path after `#/{realm}/`; of its first page if none is given. */
export function consoleUrl(path = ''): string {
  const server = CONFIG.api.slice(0, CONFIG.api.lastIndexOf('/admin/realms/'));
  const realm = encodeURIComponent(CONFIG.realm);
  return `${server}/admin/${realm}/console/#/${realm}${path === '' ? '' : `/${path}`}`;
}
