package org.linkgate.host;

import jakarta.enterprise.context.ContextNotActiveException;
import jakarta.ws.rs.core.UriInfo;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.keycloak.common.ClientConnection;
import org.keycloak.http.HttpRequest;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;

/** Sessions of threads that serve no request. */
public final class Background {
    private static final InvocationHandler ABSENT = (proxy, method, arguments) -> {
        throw new ContextNotActiveException("no request is being served");
    };
    private static final UriInfo ADDRESSES = of(UriInfo.class, ABSENT);
    private static final HttpRequest REQUEST = of(HttpRequest.class, (proxy, method, arguments) ->
            method.getName().equals("getUri") ? ADDRESSES : ABSENT.invoke(proxy, method, arguments));
    private static final ClientConnection CONNECTION = of(ClientConnection.class, (proxy, method, arguments) ->
            method.getReturnType() == int.class ? 0 : null);

    private Background() {}

    /**
     * Lets a session have an empty connection, and addresses that come from the configuration, as Keycloak does from 26.7 on; up to 26.6 its
     * context fails when asked for either.
     */
    public static void prepare(KeycloakSession session) {
        KeycloakContext context = session.getContext();
        try {
            context.getConnection();
        } catch (ContextNotActiveException e) {
            context.setConnection(CONNECTION);
            context.setHttpRequest(REQUEST);
        }
    }

    private static <T> T of(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(Background.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
