// Polls the state of the link that this page waits for, and reloads the page when it changes. Without
// scripts, reloading does the same. Failures don't stop the polling: the server or the network may be down for a while.
import { isSending } from './send-once.js';

/** Switching to a tab can fire three events together, and the server accepts one poll a second. */
const MIN_GAP_MILLIS = 1000;
const LATER_SECONDS = 10;
const RESPONSE_MILLIS = 10_000;
/** A link that was opened in another tab is used before the response there sets this browser's new session. */
const SETTLING_SECONDS = 1.5;

const page = document.querySelector('[data-state-url]').dataset;

let timer;
let requestedAt = performance.now();
/** `asking`: a poll is pending; `ended`: no need to poll again. */
let phase = 'waiting';

function after(seconds, step) {
  clearTimeout(timer);
  timer = setTimeout(step, seconds * 1000);
}

/** Returns the server's response; on failure, when to poll again. */
async function fetchState() {
  const answer = await fetch(page.stateUrl, {
    cache: 'no-store',
    signal: AbortSignal.timeout(RESPONSE_MILLIS),
  });
  // The browser's cookie says nothing about this tab, nor would it about the reloaded page.
  if (answer.status === 404) return { state: null };
  if (answer.ok) return await answer.json();
  return { state: page.state, interval: Number(answer.headers.get('Retry-After')) || LATER_SECONDS };
}

async function ask() {
  phase = 'asking';
  requestedAt = performance.now();
  const { state, interval } = await fetchState().catch(() => ({
    state: page.state,
    interval: LATER_SECONDS,
  }));
  if (state === null) phase = 'ended';
  else if (state === page.state) {
    phase = 'waiting';
    after(interval, ask);
  } else after(SETTLING_SECONDS, showAnew);
}

/** The response to a form of this page would be lost, along with this browser's session, which it may bring. */
function showAnew() {
  if (isSending()) {
    after(SETTLING_SECONDS, showAnew);
    return;
  }
  phase = 'ended';
  location.replace(page.flowUrl);
}

function lookedAt() {
  if (phase !== 'waiting' || document.visibilityState === 'hidden') return;
  const since = performance.now() - requestedAt;
  after(Math.max(0, MIN_GAP_MILLIS - since) / 1000, ask);
}

addEventListener('focus', lookedAt);
addEventListener('online', lookedAt);
// “Back” can restore the page in its last state.
addEventListener('pageshow', ({ persisted }) => persisted && lookedAt());
document.addEventListener('visibilitychange', lookedAt);
after(Number(page.interval), ask);
