package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import org.keycloak.models.KeycloakSession;
import org.keycloak.utils.MediaTypeMatcher;

/** Passes every request below a path to a script, which returns a response. */
public class ScriptResource {
    private static final String REST = "{path: .*}";

    /** The declared response to a browser's request whose script failed, before it has a page. */
    static final class Declared extends WebApplicationException {
        Declared(Response response) { super(response); }
    }

    private final KeycloakSession session;
    private final String kind;
    private final String id;
    private final Object caller;

    /** `caller`: an argument about the caller besides the request; null for none. */
    ScriptResource(KeycloakSession session, String kind, String id, Object caller) {
        this.session = session;
        this.kind = kind;
        this.id = id;
        this.caller = caller;
    }

    @GET @Path(REST) public Response get() { return handle("GET", null); }
    @HEAD @Path(REST) public Response head() { return handle("HEAD", null); }
    @POST @Path(REST) public Response post(InputStream body) { return handle("POST", body); }
    @PUT @Path(REST) public Response put(InputStream body) { return handle("PUT", body); }
    @PATCH @Path(REST) public Response patch(InputStream body) { return handle("PATCH", body); }
    @DELETE @Path(REST) public Response delete() { return handle("DELETE", null); }
    @OPTIONS @Path(REST) public Response options() { return handle("OPTIONS", null); }

    private Response handle(String method, InputStream body) {
        if (!Compatibility.isServed()) return Unavailable.response(session, Declarations.text(kind, id, "format"));
        try {
            return (Response) Scripts.get().call(kind, id, "handle", session, method, body, caller);
        } catch (Scripts.Failure e) {
            return declaredResponse(session, Scripts.responseTo(e), Declarations.text(kind, id, "format"));
        }
    }

    /** Calls a function within one of Keycloak's own endpoints, which ends with the declared response if no script can be run. */
    static Object callWithin(KeycloakSession session, String kind, String id, String function, Object... args) {
        try {
            return Scripts.get().call(kind, id, function, args);
        } catch (Scripts.Failure e) {
            throw new Declared(declaredResponse(session, Scripts.responseTo(e), "protocol"));
        }
    }

    /**
     * The declared response in an endpoint's own format, or for a browser as Keycloak's themed error page; the transaction is rolled back.
     */
    static Response declaredResponse(KeycloakSession session, JsonNode declared, String format) {
        session.getTransactionManager().setRollbackOnly();
        Response.ResponseBuilder response = Response.status(declared.get("status").asInt());
        if (declared.has("retryAfter")) response.header("Retry-After", declared.get("retryAfter").asText());
        if (MediaTypeMatcher.isHtmlRequest(session.getContext().getHttpRequest().getHttpHeaders()))
            throw new Declared(response.build());
        return response.entity(declared.get(format).toString()).type(MediaType.APPLICATION_JSON_TYPE).build();
    }
}
