/** The hidden frame in which the access token is renewed: tells the application, which keycloak-js listens for, where it was led. */

window.parent.postMessage(window.location.href, window.location.origin);
