import java.io.*;
import java.util.*;
import java.util.jar.*;
import java.util.stream.*;
import org.keycloak.provider.ProviderFactory;

/**
 * Loads what Keycloak loads of the plugin at its build and start, on servers that each lack one class that the plugin uses, and prints the
 * classes without which that fails. A class that makes a service is left out: without it, nothing looks for the plugin's provider.
 *
 * Usage: java -cp "<server>/lib/lib/main/*:<server>/lib/lib/boot/*" HiddenClassesProbe.java <linkgate.jar>
 */
class HiddenClassesProbe {
    /** A class of the server's, and a member that scripts use, which is hidden like a class. */
    static final String CHANGED = "org.keycloak.services.managers.UserConsentManager", MEMBER = "revokeConsentToClient";

    /** The plugin's classes, as a server sees them that lacks a class, or that member. */
    static final class Server extends ClassLoader {
        final Map<String, byte[]> plugin;
        final String hidden;
        /** The server's classes that were requested. */
        final Set<String> requested = new HashSet<>();
        Server(Map<String, byte[]> plugin, String hidden) {
            super(HiddenClassesProbe.class.getClassLoader());
            this.plugin = plugin;
            this.hidden = hidden;
        }
        @Override protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.equals(hidden)) throw new ClassNotFoundException(name);
            byte[] code = name.equals(CHANGED) && hidden.equals(MEMBER) ? withoutMember() : plugin.get(name.replace('.', '/') + ".class");
            if (code == null) requested.add(name);
            if (code == null) return super.loadClass(name, resolve);
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : defineClass(name, code, 0, code.length);
        }
        private byte[] withoutMember() {
            try (InputStream in = getResourceAsStream(CHANGED.replace('.', '/') + ".class")) {
                String code = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.ISO_8859_1);
                return code.replace(MEMBER, MEMBER.replaceFirst(".$", "X")).getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        @Override public InputStream getResourceAsStream(String name) {
            byte[] content = plugin.get(name);
            return content == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(content);
        }
    }

    public static void main(String[] args) throws Exception {
        Map<String, byte[]> plugin = new HashMap<>();
        try (JarFile jar = new JarFile(args[0])) {
            for (JarEntry entry : Collections.list(jar.entries()))
                if (!entry.isDirectory() && entry.getName().matches("org/linkgate/.*|(linkgate|META-INF/services)/[^/]*")) plugin.put(entry.getName(), jar.getInputStream(entry).readAllBytes());
        }
        Map<String, String> loaded = new TreeMap<>();
        plugin.forEach((name, content) -> {
            if (name.startsWith("META-INF/services/"))
                for (String one : new String(content).split("\n")) if (one.startsWith("org.linkgate.host.")) loaded.merge(one, name.substring("META-INF/services/".length()), (a, b) -> a + "," + b);
        });
        // Found by their annotations.
        for (String one : List.of("ScriptRequestFilter", "ScriptResponseFilter", "ScriptErrorMapper", "ScriptHealthCheck", "EventLoop")) loaded.put("org.linkgate.host." + one, "");
        SortedSet<String> needed = new TreeSet<>();
        for (var entry : loaded.entrySet()) {
            Server whole = new Server(plugin, "");
            if (!loads(whole, entry.getKey(), entry.getValue(), "")) throw new IllegalStateException(entry.getKey());
            for (String one : whole.requested)
                if (!one.startsWith("java.") && !loads(new Server(plugin, one), entry.getKey(), entry.getValue(), one)) needed.add(one);
        }
        System.out.println("{\"loaded\":" + loaded.size() + ",\"needed\":" + json(needed) + ",\"missing\":" + json(missing(plugin, "", false))
            + ",\"missingClasses\":" + json(missing(plugin, "", true)) + ",\"withoutOne\":" + json(missing(plugin, "org.keycloak.protocol.RestartLoginCookie", true))
            + ",\"withoutMember\":" + json(missing(plugin, MEMBER, false)) + ",\"tookMembers\":" + json(missing(plugin, MEMBER, true)) + "}");
    }

    /** What the check at the start finds on a server that lacks a class. */
    static Collection<?> missing(Map<String, byte[]> plugin, String hidden, boolean onlyClasses) throws ReflectiveOperationException {
        Class<?> references = Class.forName("org.linkgate.host.References", true, new Server(plugin, hidden));
        return (Collection<?>) references.getMethod("missing", boolean.class).invoke(null, onlyClasses);
    }

    static String json(Collection<?> texts) {
        return texts.stream().map(text -> "\"" + text + "\"").collect(Collectors.joining(",", "[", "]"));
    }

    static boolean loads(Server server, String name, String services, String hidden) {
        try {
            Object made = Class.forName(name, true, server).getDeclaredConstructor().newInstance();
            return !(made instanceof ProviderFactory<?> factory) || !factory.getId().isEmpty() & factory.order() >= 0;
        } catch (ReflectiveOperationException | LinkageError e) {
            return Stream.of(services.split(",")).allMatch(service -> belongsTo(service, hidden));
        }
    }

    /** Whether a service's interface is, or extends, a class, or makes its instances: the service doesn't exist without it. */
    static boolean belongsTo(String service, String name) {
        try {
            if (service.isEmpty()) return false;
            Class<?> type = Class.forName(service);
            return Class.forName(name).isAssignableFrom(type) || List.of(type.getGenericInterfaces()).toString().contains("<" + name + ">");
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
