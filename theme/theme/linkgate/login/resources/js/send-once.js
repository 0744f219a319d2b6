// Submits the forms of a page once. A second press, while the first response is pending, would replace that response,
// and with it the session that it sets.

/** Longer than any response takes, even with a slow mail server: by then the request was stopped, or left the page unchanged. */
const RESPONSE_MILLIS = 15_000;

let pendingUntil = 0;

/** Whether the response to a form of this page is pending. */
export function isSending() {
  return Date.now() < pendingUntil;
}

// The window's listener runs last: a form that another script prevented wasn't submitted.
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  if (isSending()) event.preventDefault();
  else pendingUntil = Date.now() + RESPONSE_MILLIS;
});

// “Back” can restore the page in its last state.
addEventListener('pageshow', (event) => {
  if (event.persisted) pendingUntil = 0;
});
