package org.linkgate.host;

import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Map;

/** Messages (RFC 5322), each written by one call of a script. */
public final class MailMessage {
    private static final String CHARSET = StandardCharsets.UTF_8.name();

    private MailMessage() {}

    /**
     * Writes a message of now.
     *
     * @param mailboxes from whom it is, and who gets replies: each an address and a display name, which may be empty
     * @param html without an HTML part if it is empty
     */
    public static MimeMessage write(MailServer server, List<List<String>> mailboxes, String to, Map<String, String> headers,
            String subject, String text, String html) throws MessagingException, UnsupportedEncodingException {
        MimeMessage message = new MimeMessage(server.session);
        message.setFrom(mailbox(mailboxes.get(0)));
        message.setReplyTo(new InternetAddress[] {mailbox(mailboxes.get(1))});
        message.setRecipient(RecipientType.TO, new InternetAddress(to));
        message.setSubject(subject, CHARSET);
        message.setSentDate(new Date());
        for (Map.Entry<String, String> header : headers.entrySet()) message.setHeader(header.getKey(), header.getValue());
        MimeMultipart body = new MimeMultipart("alternative");
        body.addBodyPart(part(text, "plain"));
        if (!html.isEmpty()) body.addBodyPart(part(html, "html"));
        message.setContent(body);
        message.saveChanges();
        return message;
    }

    private static InternetAddress mailbox(List<String> mailbox) throws MessagingException, UnsupportedEncodingException {
        String name = mailbox.get(1);
        return name.isEmpty() ? new InternetAddress(mailbox.get(0)) : new InternetAddress(mailbox.get(0), name, CHARSET);
    }

    /** Quoted-printable, whose lines are short, so that no mail server wraps a link. */
    private static MimeBodyPart part(String text, String subtype) throws MessagingException {
        MimeBodyPart part = new MimeBodyPart();
        part.setText(text, CHARSET, subtype);
        part.setHeader("Content-Transfer-Encoding", "quoted-printable");
        return part;
    }
}
