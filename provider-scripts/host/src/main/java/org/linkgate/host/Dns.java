package org.linkgate.host;

import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;

/** Reads records of the DNS by the machine's name servers, on threads of its own: bounded in number, time and size. */
public final class Dns {
    /** `found` with values, `none`, or `failed`. */
    public record Answer(String state, List<String> values) {
        static Answer without(String state) {
            return new Answer(state, List.of());
        }
    }

    private static final int MAX_VALUES = Declarations.ALL.get("runtime").get("dnsRecords").asInt();
    /** A name server is asked up to this often, each time for twice as long. */
    private static final int TRIES = 2;
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
        0, Declarations.ALL.get("runtime").get("dnsAtOnce").asInt(), 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "linkgate-dns");
            thread.setDaemon(true);
            return thread;
        });

    private Dns() {}

    /**
     * Reads the records of a name. The caller waits no longer than `millis`; if too many questions are under way, the answer is `failed` at once.
     *
     * @param servers `host:port host:port`; empty for the machine's own
     */
    public static Answer ask(String servers, String name, String type, int millis) {
        Future<Answer> asking;
        try {
            asking = THREADS.submit(() -> read(servers, name, type, millis));
        } catch (RejectedExecutionException e) {
            return Answer.without("failed");
        }
        try {
            return asking.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            asking.cancel(true);
            return Answer.without("failed");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.without("failed");
        }
    }

    private static Answer read(String servers, String name, String type, int millis) throws NamingException {
        Hashtable<String, String> settings = new Hashtable<>();
        settings.put(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.dns.DnsContextFactory");
        settings.put(Context.PROVIDER_URL, servers.isBlank() ? "dns:" : "dns://" + String.join(" dns://", servers.trim().split("\\s+")));
        settings.put("com.sun.jndi.dns.timeout.initial", String.valueOf(Math.max(1, millis / (TRIES + 1))));
        settings.put("com.sun.jndi.dns.timeout.retries", String.valueOf(TRIES));
        DirContext context = new InitialDirContext(settings);
        try {
            // With a dot at the end, no domain of the machine's own is tried.
            Attribute records = context.getAttributes(name + ".", new String[] {type}).get(type);
            return records == null || records.size() == 0 ? Answer.without("none") : new Answer("found", textsOf(records));
        } catch (NameNotFoundException e) {
            return Answer.without("none");
        } finally {
            context.close();
        }
    }

    private static List<String> textsOf(Attribute records) throws NamingException {
        List<String> texts = new ArrayList<>();
        NamingEnumeration<?> all = records.getAll();
        while (all.hasMore() && texts.size() < MAX_VALUES) texts.add(String.valueOf(all.next()));
        return texts;
    }
}
