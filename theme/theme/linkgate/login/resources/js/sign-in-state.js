// Polls the state of the link that this page waits for, and reloads the page when it changes. Without
// scripts, reloading does the same. Failures don't stop the polling: the server or the network may be down for a while.
import { showComparison } from './comparison.js';
import { isSending } from './send-once.js';

/** Switching to a tab can fire three events at once, and the server accepts one poll a second. */
const MIN_GAP_MILLIS = 1000;
const RETRY_SECONDS = 10;
const RESPONSE_MILLIS = 10_000;
/** A link that was opened in another tab is used before the response there sets this browser's new session. */
const SETTLING_SECONDS = 1.5;

const page = document.querySelector('[data-state-url]').dataset;

let timer;
let polledAt = performance.now();
/** `polling`: a poll is pending; `ended`: no need to poll again. */
let phase = 'waiting';

function after(seconds, step) {
  clearTimeout(timer);
  timer = setTimeout(step, seconds * 1000);
}

/** Returns the server's response; on failure, when to poll again. */
async function fetchState() {
  const response = await fetch(page.stateUrl, {
    cache: 'no-store',
    signal: AbortSignal.timeout(RESPONSE_MILLIS),
  });
  // The browser's cookie says nothing about this tab, nor would it about the reloaded page.
  if (response.status === 404) return { state: null };
  if (response.ok) return await response.json();
  return { state: page.state, interval: Number(response.headers.get('Retry-After')) || RETRY_SECONDS };
}

async function poll() {
  phase = 'polling';
  polledAt = performance.now();
  const { state, interval } = await fetchState().catch(() => ({
    state: page.state,
    interval: RETRY_SECONDS,
  }));
  if (state === 'cross_device_opened' && page.state === 'waiting') {
    page.state = state;
    showComparison();
  }
  if (state === null) phase = 'ended';
  else if (state === page.state) {
    phase = 'waiting';
    after(interval, poll);
  } else after(SETTLING_SECONDS, reload);
}

/** The response to a form of this page would be lost, along with this browser's session, which it may bring. */
function reload() {
  if (isSending()) {
    after(SETTLING_SECONDS, reload);
    return;
  }
  phase = 'ended';
  location.replace(page.flowUrl);
}

function pollWhenShown() {
  if (phase !== 'waiting' || document.visibilityState === 'hidden') return;
  const since = performance.now() - polledAt;
  after(Math.max(0, MIN_GAP_MILLIS - since) / 1000, poll);
}

addEventListener('focus', pollWhenShown);
addEventListener('online', pollWhenShown);
// “Back” can restore the page in its last state.
addEventListener('pageshow', ({ persisted }) => persisted && pollWhenShown());
document.addEventListener('visibilitychange', pollWhenShown);
after(Number(page.interval), poll);
