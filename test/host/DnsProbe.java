import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.linkgate.host.Dns;

/** Asks the name server at the port in the property `port`; prints the answers as JSON. */
public class DnsProbe {
    private static final int PATIENT = 60_000;
    private static final int SHORT = 500;
    /** One more than are asked at a time. */
    private static final int MANY = 9;
    private static final String SERVERS = "127.0.0.1:" + System.getProperty("port");

    public static void main(String[] args) throws Exception {
        List<String> lines = new ArrayList<>();
        for (String[] one : new String[][] {
                {"acme.example", "TXT"}, {"acme.example", "MX"}, {"acme.example", "A"}, {"acme.example", "AAAA"}, {"long.example", "TXT"},
                {"many.example", "A"}, {"none.example", "TXT"}, {"failing.example", "TXT"}})
            lines.add(line(String.join(" ", one), Dns.ask(SERVERS, one[0], one[1], PATIENT)));
        lines.add(line("silent", Dns.ask(SERVERS, "silent.example", "TXT", SHORT)));
        lines.add("\"excess\":" + excess());
        System.out.println("{" + String.join(",", lines) + "}");
        System.exit(0);
    }

    /** How many of too many questions are answered at once, by `failed`, while the others wait. */
    private static int excess() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        CountDownLatch one = new CountDownLatch(1);
        for (int i = 0; i < MANY; i++)
            new Thread(() -> {
                if (!Dns.ask(SERVERS, "waiting.example", "TXT", PATIENT).state().equals("failed")) return;
                failed.incrementAndGet();
                one.countDown();
            }).start();
        one.await();
        return failed.get();
    }

    private static String line(String name, Dns.Answer answer) {
        String values = String.join("|", answer.values()).replace("\\", "\\\\").replace("\"", "\\\"");
        return "\"" + name + "\":\"" + answer.state() + " " + values + "\"";
    }
}
