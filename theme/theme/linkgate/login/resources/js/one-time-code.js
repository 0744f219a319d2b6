// Submits a one-time code as soon as it is complete, however it was entered: typed, pasted or filled in by the browser. The
// button remains, for codes within other text.

const field = document.querySelector('[data-code-length]');
const length = Number(field.dataset.codeLength);
const characters = field.inputMode === 'numeric' ? /\p{Nd}/gu : /[\p{L}\p{Nd}]/gu;

let isSent = false;

function sendWhenComplete() {
  const count = field.value.match(characters)?.length;
  if (isSent || count !== length) return;
  isSent = true;
  field.form.requestSubmit();
}

field.addEventListener('input', ({ isComposing }) => {
  if (!isComposing) sendWhenComplete();
});
field.addEventListener('compositionend', sendWhenComplete);

// “Back” can restore the page in its last state.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) isSent = false;
});
