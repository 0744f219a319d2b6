// Loads the widget of the realm's service, and sends the form with the response that it gets.
const form = document.getElementById('linkgate-shield');

function send(response) {
  form.elements.shield_response.value = response;
  form.requestSubmit();
}

// Named by the widget's element; the others report by events.
globalThis.linkgateShieldSolved = send;
document.addEventListener('frc:widget.complete', ({ detail: { response } }) => send(response));
document.querySelector('cap-widget')?.addEventListener('solve', ({ detail: { token } }) => send(token));

// Only now, as it may report at once.
const script = document.createElement('script');
script.src = form.dataset.script;
script.addEventListener('error', () => {
  document.getElementById('linkgate-shield-blocked').hidden = false;
});
document.head.append(script);
