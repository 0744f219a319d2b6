// Stops the polling of Keycloak's authChecker.js, which does so by itself when a page is left: in a tab whose sign-in continued in
// another one it would start a second sign-in. The page of a waiting tab has its own polling.
dispatchEvent(new Event('beforeunload'));
