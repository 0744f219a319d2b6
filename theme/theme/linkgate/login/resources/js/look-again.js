// Reloads the page once: a link that was opened twice is used before the response to the first request sets this browser's session.
import { isSending } from './send-once.js';

const SETTLING_MILLIS = 1500;
const SEEN = 'seen';

function lookAgain() {
  if (isSending()) return;
  history.replaceState(SEEN, '');
  location.reload();
}

if (history.state !== SEEN) setTimeout(lookAgain, SETTLING_MILLIS);
