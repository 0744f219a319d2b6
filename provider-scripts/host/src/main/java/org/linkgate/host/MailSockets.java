package org.linkgate.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.security.GeneralSecurityException;
import javax.net.SocketFactory;
import javax.net.ssl.TrustManager;
import org.eclipse.angus.mail.util.MailSSLSocketFactory;
import org.keycloak.models.KeycloakSession;
import org.keycloak.truststore.JSSETruststoreConfigurator;

/**
 * Sockets for email connections, with Nagle's algorithm disabled: an email is longer than Angus Mail's buffer, and the rest would wait for the
 * acknowledgement of its first part, which takes 40 ms.
 */
public final class MailSockets extends SocketFactory {
    public static final SocketFactory PLAIN = new MailSockets();
    private static MailSSLSocketFactory tls;

    private MailSockets() {}

    /** Trusts the contents of the server's truststore, which is read once; null if there is none. */
    public static synchronized SocketFactory tls(KeycloakSession session) throws GeneralSecurityException {
        TrustManager[] trusted = tls == null ? new JSSETruststoreConfigurator(session).getTrustManagers() : null;
        if (trusted == null) return tls;
        tls = new MailSSLSocketFactory() {
            @Override
            public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
                socket.setTcpNoDelay(true);
                return super.createSocket(socket, host, port, autoClose);
            }
        };
        tls.setTrustManagers(trusted);
        return tls;
    }

    /** Called by Angus Mail. A channel's socket closes when its thread is interrupted. */
    @Override
    public Socket createSocket() throws IOException {
        Socket socket = SocketChannel.open().socket();
        socket.setTcpNoDelay(true);
        return socket;
    }

    // Never called.
    @Override public Socket createSocket(String host, int port) { throw new UnsupportedOperationException(); }
    @Override public Socket createSocket(InetAddress host, int port) { throw new UnsupportedOperationException(); }
    @Override public Socket createSocket(String host, int port, InetAddress local, int localPort) { throw new UnsupportedOperationException(); }
    @Override public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) { throw new UnsupportedOperationException(); }
}
