package org.linkgate.host;

import jakarta.mail.MessagingException;
import jakarta.mail.URLName;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/** A connection to a mail server, which takes one mail after another. */
final class MailConnection extends SMTPTransport {
    /** RFC 5321, section 3.8: the mail server ends the connection. */
    private static final int CLOSING = 421;
    private static final int OK = 250;
    /** Angus Mail logs whole conversations, addresses with them, under the package of its transport's class, which here is the host's. */
    private static final Logger CONVERSATIONS = Logger.getLogger(MailConnection.class.getPackageName());

    static {
        CONVERSATIONS.setLevel(Level.OFF);
    }

    final MailServer server;
    int mails;
    long usedAt;
    /** Whether the mail server may have got something of the last mail's body. */
    boolean bodyBegun;
    private boolean withheld;

    MailConnection(MailServer server) {
        super(server.session, new URLName("smtp", null, -1, null, null, null));
        this.server = server;
    }

    @Override
    protected OutputStream data() throws MessagingException {
        if (withheld) return OutputStream.nullOutputStream();
        OutputStream body = super.data();
        bodyBegun = true;
        return body;
    }

    @Override
    protected void finishData() throws IOException, MessagingException {
        if (withheld) issueCommand("RSET", OK);
        else super.finishData();
    }

    /** Sends a message; for a withheld one the mail server is asked everything except to accept it. */
    void send(MimeMessage message, boolean withhold) throws MessagingException {
        withheld = withhold;
        bodyBegun = false;
        mails++;
        sendMessage(message, message.getAllRecipients());
        usedAt = System.nanoTime();
    }

    /** Whether a mail failed because the connection was closed. */
    boolean ended(MessagingException failure) {
        int answer = getLastReturnCode();
        return failure.getNextException() instanceof IOException || answer < 0 || answer == CLOSING;
    }

    /** Sends QUIT; it is closed even if that fails. */
    Void quit() throws MessagingException {
        close();
        return null;
    }
}
