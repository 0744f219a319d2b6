// Sends the forms of a page once. A second press, while the answer to the first is on its way, would take that answer's place,
// and with it the session that it brings.

/** Every response comes sooner, even one that waits for a mail server: after that it was stopped, or left the page unchanged. */
const RESPONSE_MILLIS = 15_000;

let waitsUntil = 0;

/** Whether the response to a form of this page is pending. */
export function isSending() {
  return Date.now() < waitsUntil;
}

// The window hears of it last: what a script of the page held back wasn't sent.
addEventListener('submit', (event) => {
  if (event.defaultPrevented) return;
  if (isSending()) event.preventDefault();
  else waitsUntil = Date.now() + RESPONSE_MILLIS;
});

// “Back” can show the page as it was left.
addEventListener('pageshow', (event) => {
  if (event.persisted) waitsUntil = 0;
});
