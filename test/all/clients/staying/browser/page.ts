/** The page of an application in a browser, as its test reads and clicks it. */

/** The application's settings, which the page contains. */
interface Setting {
  issuer: string;
  client_id: string;
  url: string;
}

const { body } = document;

export const setting = JSON.parse(body.dataset.setting ?? '') as Setting;

/** Shows whether a user is signed in, with the access token; or why not. */
export function show(state: { accessToken?: string | undefined; reason?: string }): void {
  body.dataset.accessToken = state.accessToken ?? '';
  body.dataset.reason = state.reason ?? '';
  body.dataset.ready = 'yes';
}

/** Runs an action at the click on a button. */
export function onClick(id: 'sign-in' | 'sign-out', act: () => Promise<void>): void {
  document.getElementById(id)?.addEventListener('click', () => void act());
}
