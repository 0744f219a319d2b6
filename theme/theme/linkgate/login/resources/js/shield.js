// Has ALTCHA's widget solve the page's challenge, then sends the form with the response to it.
const ALGORITHM = 'PBKDF2/SHA-256';

const form = document.getElementById('linkgate-shield');
const { dataset } = form;
/** What a screen reader is told; the widget's own label says the same, where nothing announces it. */
const status = document.getElementById('linkgate-shield-status');
const said = {
  verifying: dataset.solving,
  verified: dataset.solved,
  error: dataset.failed,
  expired: dataset.expired,
};

// Only there can browsers derive keys.
if (!globalThis.isSecureContext) tell('linkgate-shield-insecure');
// Its script wasn't loaded.
else if (globalThis.$altcha === undefined) tell('linkgate-shield-blocked');
else start();

function tell(id) {
  document.getElementById(id).hidden = false;
}

function start() {
  const { $altcha } = globalThis;
  $altcha.algorithms.set(ALGORITHM, () => new Worker(dataset.worker));
  const language = document.documentElement.lang || 'en';
  $altcha.i18n.set(language, {
    ...$altcha.i18n.get('en'),
    label: dataset.label,
    verifying: dataset.solving,
    verified: dataset.solved,
    error: dataset.failed,
    expired: dataset.expired,
    waitAlert: dataset.solving,
  });
  /** Where a worker couldn't be loaded, the page tries again, before it asks the user to. */
  let retries = dataset.starts === 'true' ? 1 : 0;
  const widget = document.createElement('altcha-widget');
  widget.addEventListener('load', () => {
    widget.configure({
      challenge: dataset.challenge,
      language,
      name: 'shield_response',
      hideFooter: true,
      hideLogo: true,
      humanInteractionSignature: false,
      minDuration: 0,
    });
    if (dataset.starts === 'true') widget.verify();
  });
  widget.addEventListener('statechange', ({ detail: { state } }) => {
    if (state === 'error' && retries-- > 0) {
      widget.verify();
      return;
    }
    status.textContent = said[state] ?? '';
    // Once the widget has added its field.
    if (state === 'verified') setTimeout(() => form.requestSubmit());
  });
  form.append(widget);
  form.hidden = false;
}
