package org.linkgate.host;

import jakarta.mail.MessagingException;
import jakarta.mail.URLName;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/** A connection to a mail server, for one email after another. */
final class MailConnection extends SMTPTransport {
    /** RFC 5321, section 3.8: the mail server ends the connection. */
    private static final int CLOSING = 421;
    private static final int OK = 250;
    /** The commands that may be logged: others may contain a secret, or follow a failure. `.` ends the message. */
    private static final Set<String> LOGGED = Set.of("EHLO", "HELO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA", ".");
    /** An enhanced status code (RFC 3463) at the beginning of a response (RFC 2034). */
    private static final Pattern ENHANCED = Pattern.compile("^[0-9]{3}[ -]([245]\\.[0-9]{1,3}\\.[0-9]{1,3})(?![0-9.])");
    /** Angus Mail logs whole conversations, addresses with them, under the package of its transport's class, which here is the host's. */
    private static final Logger CONVERSATIONS = Logger.getLogger(MailConnection.class.getPackageName());

    static {
        CONVERSATIONS.setLevel(Level.OFF);
    }

    final MailServer server;
    int emails;
    long usedAt;
    /** Whether the mail server may have received part of the last email's body. */
    boolean bodyStarted;
    private boolean withheld;
    private BodyGate gate;
    /** Before the first command: `TOKEN` while the authenticator fetches one, `CONNECT` once it opens the connection. */
    private volatile String command = "TOKEN";
    /** Whether the mail server has responded to it. */
    private volatile boolean responded;

    MailConnection(MailServer server) {
        super(server.session, new URLName("smtp", null, -1, null, null, null));
        this.server = server;
    }

    @Override
    protected boolean protocolConnect(String host, int port, String user, String password) throws MessagingException {
        command = "CONNECT";
        return super.protocolConnect(host, port, user, password);
    }

    @Override
    protected OutputStream data() throws MessagingException {
        if (withheld) return OutputStream.nullOutputStream();
        try {
            gate.pass();
        } catch (IOException e) {
            throw new MessagingException("given up", e);
        }
        OutputStream body = super.data();
        bodyStarted = true;
        return body;
    }

    @Override
    protected void finishData() throws IOException, MessagingException {
        if (withheld) issueCommand("RSET", OK);
        else super.finishData();
    }

    @Override
    protected void sendCommand(String line) throws MessagingException {
        String verb = line.split(" ", 2)[0];
        if (LOGGED.contains(verb)) command = verb.equals(".") ? "end of DATA" : verb;
        responded = false;
        super.sendCommand(line);
    }

    @Override
    protected int readServerResponse() throws MessagingException {
        int code = super.readServerResponse();
        responded = code > 0;
        return code;
    }

    /** The last command and the codes of the response to it, if there was one; never its text, which may contain an address. */
    String lastResponse() {
        if (!responded) return command;
        Matcher enhanced = ENHANCED.matcher(getLastServerResponse());
        return command + " " + getLastReturnCode() + (enhanced.find() ? " " + enhanced.group(1) : "");
    }

    /** Sends a message; a withheld one is only checked with the mail server, up to its recipient. */
    void send(MimeMessage message, boolean withhold, BodyGate gate) throws MessagingException {
        withheld = withhold;
        this.gate = gate;
        bodyStarted = false;
        emails++;
        sendMessage(message, message.getAllRecipients());
        usedAt = System.nanoTime();
    }

    /** Whether an email failed because the connection was closed. */
    boolean wasClosed(MessagingException failure) {
        int code = getLastReturnCode();
        return failure.getNextException() instanceof IOException || code <= 0 || code == CLOSING;
    }

    /** Sends QUIT, and closes the connection even if that fails. */
    Void quit() throws MessagingException {
        close();
        return null;
    }
}
