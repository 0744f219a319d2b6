// Reloads the page when another tab has begun a sign-in of its own meanwhile. authChecker.js is Keycloak's own.
import { checkAuthSession } from './authChecker.js';

checkAuthSession(document.querySelector('[data-auth-session]').dataset.authSession);
