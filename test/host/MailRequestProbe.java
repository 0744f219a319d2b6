import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.linkgate.host.MailRequest;

/** Sends emails' requests to the service at the first argument, and to nobody at the second; prints what came of each as JSON. */
public class MailRequestProbe {
    private static final int PATIENT = 60_000;
    private static final int SHORT = 1_000;
    private static final Map<String, String> HEADERS = Map.of("Content-Type", "application/json", "X-Postmark-Server-Token", "secret");

    public static void main(String[] args) throws Exception {
        String origin = args[0];
        List<String> lines = new ArrayList<>();
        try (CloseableHttpClient http = HttpClients.custom().build()) {
            for (String path : List.of("accepted", "reused", "redirected", "large", "unauthorized", "cookie", "reset"))
                add(lines, path, () -> sent(http, origin + "/" + path, PATIENT, false));
            for (String path : List.of("silent", "half")) add(lines, path, () -> sent(http, origin + "/" + path, SHORT, false));
            add(lines, "nobody", () -> sent(http, args[1] + "/nobody", PATIENT, false));
            add(lines, "unknown", () -> sent(http, "http://unknown.invalid/", PATIENT, false));
            add(lines, "given", () -> sent(http, origin + "/given", PATIENT, true));
            add(lines, "ended", () -> ended(http, origin + "/ended"));
        }
        System.out.println("{" + String.join(",", lines) + "}");
        System.exit(0);
    }

    private static String sent(CloseableHttpClient http, String url, int millis, boolean givenUp) {
        MailRequest request = new MailRequest();
        String failure = "";
        if (givenUp) request.end();
        try {
            request.send(http, url, HEADERS, "api:secret", "{\"to\":\"ada\"}", "X-Message-Id", millis);
        } catch (Exception e) {
            failure = e.getClass().getSimpleName();
        }
        return request.status() + " " + request.text() + " " + request.id() + " " + failure + " " + request.end();
    }

    /** A request that its caller ends while the service is silent: its thread goes on at once. */
    private static String ended(CloseableHttpClient http, String url) {
        MailRequest request = new MailRequest();
        CountDownLatch over = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                request.send(http, url, HEADERS, "", "{}", "", PATIENT * 60);
            } catch (Exception e) {
                over.countDown();
            }
        });
        thread.start();
        // Not before the service has the request: it would be given up before its body.
        while (!isWaiting(url)) Thread.onSpinWait();
        boolean begun = request.end();
        try {
            over.await();
        } catch (InterruptedException e) {
            return "interrupted";
        }
        return "over " + begun;
    }

    /** Whether the service has a request that it doesn't respond to. */
    private static boolean isWaiting(String url) {
        try (CloseableHttpClient http = HttpClients.createDefault();
            var response = http.execute(new org.apache.http.client.methods.HttpGet(url.replace("/ended", "/waiting")))) {
            return response.getStatusLine().getStatusCode() == 200;
        } catch (Exception e) {
            return false;
        }
    }

    private static void add(List<String> lines, String name, Supplier<String> result) {
        lines.add("\"" + name + "\":\"" + result.get().replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }
}
