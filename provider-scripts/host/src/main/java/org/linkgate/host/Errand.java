package org.linkgate.host;

import org.keycloak.models.KeycloakSession;

/** What takes another machine's time: a script hands it over, holds no slot meanwhile, and is called again with the outcome. */
interface Errand {
    /** Runs it; one word for the outcome. */
    String run(KeycloakSession session);

    /** The function of the same provider that is called with the outcome and the state. */
    String next();

    /** What that function is told beside the outcome. */
    String state();
}
