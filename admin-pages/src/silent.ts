/** The hidden frame that renews the access token: posts the URL it was redirected to, to keycloak-js in the application. */

window.parent.postMessage(window.location.href, window.location.origin);
