package org.linkgate.host;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Registers what handles requests on the event loop, where Linkgate is served. */
@ApplicationScoped
public class EventLoop {
    void listen(@Observes Filters filters) {
        register(filters, routing -> Bodies.handle(routing));
        register(filters, routing -> AcceptedTypes.handle(routing));
    }

    private static void register(Filters filters, Handler<RoutingContext> handler) {
        filters.register(routing -> {
            if (Compatibility.isServed()) handler.handle(routing);
            else routing.next();
        }, 0);
    }
}
