// Shows the button for passkeys where the browser has them.
// Tells the server, with each form of the page, if this device can create passkeys and fill them in: only then it offers one.
const support = globalThis.PublicKeyCredential;
const button = support && document.getElementById('use-passkey');
if (button)
  for (const shown of [button, document.getElementById('linkgate-alternatives')])
    shown.removeAttribute('hidden');
const found = await Promise.all([
  support?.isConditionalMediationAvailable?.(),
  support?.isUserVerifyingPlatformAuthenticatorAvailable?.(),
]);
if (found.every(Boolean))
  for (const form of document.forms) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name: 'passkeys', value: 'able' });
    form.append(field);
  }
