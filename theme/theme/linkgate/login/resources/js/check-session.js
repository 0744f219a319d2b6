// Reloads the page when another tab has started a sign-in meanwhile. authChecker.js is Keycloak's own.
import { checkAuthSession } from './authChecker.js';

checkAuthSession(document.querySelector('[data-auth-session]').dataset.authSession);
