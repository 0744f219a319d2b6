// Reloads the page once: a link that was opened twice is used before the response to the first request sets this browser's session.
import { isSending } from './send-once.js';

const SETTLING_MILLIS = 1500;
const RELOADED = 'reloaded';

function reloadOnce() {
  if (isSending()) return;
  history.replaceState(RELOADED, '');
  location.reload();
}

if (history.state !== RELOADED) setTimeout(reloadOnce, SETTLING_MILLIS);
