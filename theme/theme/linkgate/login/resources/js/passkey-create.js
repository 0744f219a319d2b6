// Creates a passkey when the page's button is pressed, by Keycloak's own script; the form's data attributes are its options.
import { registerByWebAuthn } from './webauthnRegister.js';

const { dataset } = document.getElementById('register');
const create = document.getElementById('passkey-create');
// Keycloak's script would ask for a name.
globalThis.prompt = () => null;
create.addEventListener('click', () => {
  create.disabled = true;
  registerByWebAuthn({
    ...dataset,
    signatureAlgorithms: dataset.signatureAlgorithms.split(' ').map(Number),
    createTimeout: Number(dataset.createTimeout),
    // Only a discoverable one is found without an address.
    requireResidentKey: 'Yes',
    residentKey: 'required',
  });
});
