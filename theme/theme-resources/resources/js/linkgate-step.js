// Polls the state of the link that this page waits for. When it was used, the page says so; after any other change it asks the server for
// the page anew, by its own form: a GET would run the flow from its start. Failures don't stop the polling.

import { showComparison } from './linkgate/comparison.js';

const LATER_SECONDS = 10;
const RESPONSE_MILLIS = 10_000;

const waiting = document.querySelector('#linkgate-waiting');
const { stateUrl, interval } = waiting.dataset;
let { state: shown } = waiting.dataset;

function after(seconds) {
  setTimeout(poll, seconds * 1000);
}

/** Returns the server's response; `later` on failure. */
async function fetchState() {
  const response = await fetch(stateUrl, {
    cache: 'no-store',
    signal: AbortSignal.timeout(RESPONSE_MILLIS),
  });
  // The browser's cookie says nothing about this tab.
  if (response.status === 404) return { state: null };
  if (response.ok) return await response.json();
  return { state: shown, interval: Number(response.headers.get('Retry-After')) || LATER_SECONDS };
}

async function poll() {
  const { state, interval: next } = await fetchState().catch(() => ({
    state: shown,
    interval: LATER_SECONDS,
  }));
  if (state === null) return;
  if (state === 'cross_device_opened' && shown === 'waiting') {
    shown = state;
    showComparison();
  }
  if (state === 'used' || state === 'superseded') {
    waiting.hidden = true;
    const continued = document.querySelector('#linkgate-continued');
    continued.hidden = false;
    // Keycloak's id; a theme may have no such heading.
    const heading = document.querySelector('#kc-page-title');
    if (heading !== null) heading.textContent = continued.dataset.title;
  } else if (next === undefined || (shown !== undefined && state !== shown))
    document.querySelector('#linkgate-step-look').submit();
  else after(next);
}

after(Number(interval));
