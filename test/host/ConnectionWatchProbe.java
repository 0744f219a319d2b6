package org.linkgate.probe;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import org.example.connections.ConnectionWatch;

/**
 * Shows the watch connections that are taken one after another, by two threads, and one within another, twice from the same
 * place; and one that breaks before it is returned.
 */
public final class ConnectionWatchProbe {
    private static final ConnectionWatch WATCH = new ConnectionWatch();

    public static void main(String[] args) throws Exception {
        Connection one = connection(), other = connection();
        WATCH.onConnectionAcquire(wrapper(one));
        WATCH.onConnectionReturn(wrapper(one));
        WATCH.onConnectionAcquire(wrapper(other));
        Thread apart = new Thread(() -> WATCH.onConnectionAcquire(wrapper(one)));
        apart.start();
        apart.join();
        WATCH.onConnectionReturn(wrapper(one));
        for (int i = 0; i < 2; i++) {
            WATCH.onConnectionAcquire(wrapper(one));
            WATCH.onConnectionReturn(wrapper(one));
        }
        WATCH.onConnectionReturn(wrapper(other));
        Connection broken = connection(null, true);
        WATCH.onConnectionAcquire(wrapper(broken));
        WATCH.onConnectionReturn(connection(null, true));
        WATCH.onConnectionAcquire(wrapper(one));
        WATCH.onConnectionReturn(wrapper(one));
    }

    private static Connection connection() {
        return connection(null, false);
    }

    /** The pool returns a new one each time. */
    private static Connection wrapper(Connection of) {
        return connection(of, false);
    }

    private static Connection connection(Connection of, boolean isClosed) {
        return (Connection) Proxy.newProxyInstance(ConnectionWatchProbe.class.getClassLoader(), new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
                if (method.getName().equals("isClosed")) return isClosed;
                if (!method.getName().equals("unwrap")) return null;
                if (isClosed) throw new SQLException("This connection has been closed.");
                return of;
            });
    }
}
