// Tells the server, with each form of the page, if this device can create passkeys and fill them in: only then it offers one.
const support = globalThis.PublicKeyCredential;
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
