import java.io.FileInputStream;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.linkgate.host.Documents;

/** Fetches documents of the site at the first argument, which the certificate in the second identifies; prints what came of it as JSON. */
public class DocumentsProbe {
    private static final int AT_ONCE = 8;
    private static final String LATE = "no response in time";

    public static void main(String[] args) throws Exception {
        String origin = args[0];
        SSLContext tls = trusting(args[1]);
        List<String> asked = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        // A busy machine may need the time of a whole fetch to load the classes of the first ones.
        while (LATE.equals(Documents.fetch(tls, origin + "/document.json", address -> true).failure())) Thread.onSpinWait();
        add(lines, "allowed", Documents.fetch(tls, origin + "/document.json", address -> asked.add(address)));
        add(lines, "denied", Documents.fetch(tls, origin + "/denied.json", address -> false));
        // A host has several addresses: one that is not allowed is enough.
        AtomicInteger count = new AtomicInteger();
        add(lines, "partly", Documents.fetch(tls, origin + "/denied.json", address -> count.getAndIncrement() > 0));
        add(lines, "redirected", Documents.fetch(tls, origin + "/redirect.json", address -> true));
        add(lines, "large", Documents.fetch(tls, origin + "/large.json", address -> true));
        add(lines, "unknown", Documents.fetch(SSLContext.getDefault(), origin + "/denied.json", address -> true));
        add(lines, "otherName", Documents.fetch(tls, origin.replace("localhost", "[::1]") + "/denied.json", address -> true));
        add(lines, "silent", Documents.fetch(tls, origin + "/silent.json", address -> true));
        lines.add("\"busy\":" + busy(tls, origin));
        lines.add("\"asked\":\"" + String.join(" ", asked) + "\"");
        System.out.println("{" + String.join(",", lines) + "}");
        System.exit(0);
    }

    /** How many of some that are fetched at once are rejected, while others wait for a response. */
    private static int busy(SSLContext tls, String origin) throws InterruptedException {
        AtomicInteger rejected = new AtomicInteger();
        CountDownLatch connected = new CountDownLatch(AT_ONCE);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
            Set<Thread> asking = ConcurrentHashMap.newKeySet();
            Predicate<String> once = address -> {
                if (asking.isEmpty() && asking.add(Thread.currentThread())) connected.countDown();
                return true;
            };
            Thread thread = new Thread(() -> {
                // An earlier one may not have ended yet.
                while (Documents.fetch(tls, origin + "/silent.json", once) == null) Thread.onSpinWait();
                if (asking.isEmpty()) connected.countDown();
            });
            thread.start();
            threads.add(thread);
        }
        connected.await();
        for (int i = 0; i < 2; i++)
            if (Documents.fetch(tls, origin + "/denied.json", address -> true) == null) rejected.incrementAndGet();
        for (Thread thread : threads) thread.join();
        return rejected.get();
    }

    private static void add(List<String> lines, String name, Documents.Document document) {
        String value = document.failure() == null ? document.status() + " " + document.mediaType() + " " + document.cacheControl() + " " + document.text() : document.failure();
        lines.add("\"" + name + "\":\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"");
    }

    private static SSLContext trusting(String certificate) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (FileInputStream file = new FileInputStream(certificate)) {
            store.setCertificateEntry("site", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls;
    }
}
