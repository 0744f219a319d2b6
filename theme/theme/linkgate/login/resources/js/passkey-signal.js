// Tells the browser which passkeys the server no longer has, where it has the functions: it then stops offering them.
const { rpId, credentialId, userId, accepted } = document.getElementById('passkey-signal').dataset;
const browser = globalThis.PublicKeyCredential;
const told = credentialId
  ? browser?.signalUnknownCredential?.({ rpId, credentialId })
  : browser?.signalAllAcceptedCredentials?.({
      rpId,
      userId,
      allAcceptedCredentialIds: accepted.split(' ').filter((id) => id !== ''),
    });
// Authenticators may not support it.
await told?.catch(() => undefined);
