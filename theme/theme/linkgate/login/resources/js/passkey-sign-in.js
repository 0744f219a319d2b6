// Fills a passkey in, or uses one when the button is pressed, by Keycloak's own scripts; the form's data attributes are their options.
import { initAuthenticate } from './passkeysConditionalAuth.js';
import { authenticateByWebAuthn } from './webauthnAuthenticate.js';

const { dataset } = document.getElementById('webauth');
const options = { ...dataset, isUserIdentified: false, createTimeout: Number(dataset.createTimeout) };
initAuthenticate(options);
document
  .getElementById('authenticateWebAuthnButton')
  .addEventListener('click', () => authenticateByWebAuthn(options), { once: true });
