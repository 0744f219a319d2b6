package org.linkgate.host;

import jakarta.mail.MessagingException;
import jakarta.mail.URLName;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/** A connection to a mail server, which takes one mail after another, and can be cut from another thread. */
final class MailConnection extends SMTPTransport {
    /** RFC 5321, section 3.8: the mail server ends the connection. */
    private static final int CLOSING = 421;
    private static final ThreadLocal<MailConnection> CONNECTING = new ThreadLocal<>();
    final MailServer server;
    int mails;
    long usedAt;
    private volatile boolean cut;
    private volatile Socket socket;
    private boolean bodyBegun;

    MailConnection(MailServer server) {
        super(server.session, new URLName("smtp", null, -1, null, null, null));
        this.server = server;
    }

    /** Readies a socket for the connection that this thread opens. */
    static Socket adopt(Socket socket) throws SocketException {
        MailConnection connecting = CONNECTING.get();
        connecting.socket = socket;
        if (connecting.cut) throw new SocketException("cut");
        socket.setTcpNoDelay(true);
        return socket;
    }

    @Override
    protected synchronized boolean protocolConnect(String host, int port, String user, String password) throws MessagingException {
        CONNECTING.set(this);
        try {
            return super.protocolConnect(host, port, user, password);
        } finally {
            CONNECTING.remove();
        }
    }

    @Override
    protected OutputStream data() throws MessagingException {
        OutputStream body = super.data();
        bodyBegun = true;
        return body;
    }

    void send(MimeMessage message) throws MessagingException {
        bodyBegun = false;
        mails++;
        sendMessage(message, message.getAllRecipients());
        usedAt = System.nanoTime();
    }

    /** Whether a mail failed because the connection had ended before the mail server got anything of its body. */
    boolean hadEnded(MessagingException failure) {
        int answer = getLastReturnCode();
        return !bodyBegun && (failure.getNextException() instanceof IOException || answer < 0 || answer == CLOSING);
    }

    /** Ends at once what is under way. */
    void cut() {
        cut = true;
        try {
            if (socket != null) socket.close();
        } catch (IOException e) {
            // Then it is closed already.
        }
    }

    /** Says good-bye. */
    void quit() {
        try {
            close();
        } catch (MessagingException e) {
            cut();
        }
    }
}
