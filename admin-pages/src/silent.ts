/** The hidden frame in which the access token is renewed: reports to the application, where keycloak-js listens, what address it was redirected to. */

window.parent.postMessage(window.location.href, window.location.origin);
