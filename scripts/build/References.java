import java.io.*;
import java.lang.invoke.MethodType;
import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;
import java.util.jar.*;
import java.util.regex.*;
import java.util.stream.*;
import org.linkgate.host.References;

/**
 * Lists the server's classes and members that Linkgate uses, for the host's check at the start: from the constants of the host's class files, the
 * methods that they override, and what the type checker found in the scripts (`used-members.ts`).
 *
 * Usage: java -cp "linkgate.jar:<server>/lib/lib/main/*" References.java <linkgate.jar> <list of classes> <folder of scripts> <keycloak-services.jar> <used members>
 */
class ListReferences {
    static final String HOST = "org/linkgate/host/";
    static final SortedMap<String, SortedSet<String>> found = new TreeMap<>();
    /** A text such as `TokenEndpoint.processGrantRequest`, as in `scripts/versions/names.ts`. */
    static final Pattern ENDPOINT = Pattern.compile("'([A-Z]\\w*(?:Endpoint|Service|Resource|Console|Provider))\\.([a-z]\\w*)'");

    public static void main(String[] args) throws Exception {
        try (JarFile jar = new JarFile(args[0])) {
            for (JarEntry entry : Collections.list(jar.entries()))
                if (entry.getName().startsWith(HOST) && entry.getName().endsWith(".class")) host(jar, entry);
        }
        List<String> sources = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of(args[2]))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".ts")).toList()) sources.add(Files.readString(file));
        }
        scripts(Path.of(args[1]), Files.readAllLines(Path.of(args[4])));
        endpoints(args[3], sources);
        found.forEach((type, members) -> System.out.println(members.isEmpty() ? type : type + " " + String.join(" ", members)));
    }

    static boolean isServers(Class<?> type) {
        return !type.isArray() && !type.isPrimitive() && !type.getName().matches("(java|javax|jdk|org\\.linkgate)\\..*");
    }

    static void add(Class<?> type, String member) {
        if (!isServers(type)) return;
        Set<String> members = found.computeIfAbsent(type.getName(), name -> new TreeSet<>());
        if (member == null) return;
        if (!References.membersOf(type).contains(member)) throw new IllegalStateException(type.getName() + " has no " + member);
        members.add(member);
    }

    static Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name.replace('/', '.'), false, ListReferences.class.getClassLoader());
    }

    static void host(JarFile jar, JarEntry entry) throws Exception {
        Class<?> own = load(entry.getName().substring(0, entry.getName().length() - ".class".length()));
        found.put(own.getName(), new TreeSet<>());
        overridden(own);
        DataInputStream in = new DataInputStream(new BufferedInputStream(jar.getInputStream(entry)));
        in.readInt();
        in.readInt();
        int size = in.readUnsignedShort();
        Object[] pool = new Object[size];
        for (int i = 1; i < size; i++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> pool[i] = in.readUTF();
                case 3, 4 -> in.readInt();
                case 5, 6 -> { in.readLong(); i++; }
                case 7 -> pool[i] = new int[] { tag, in.readUnsignedShort() };
                case 8, 16, 19, 20 -> in.readUnsignedShort();
                case 9, 10, 11, 12, 17, 18 -> pool[i] = new int[] { tag, in.readUnsignedShort(), in.readUnsignedShort() };
                case 15 -> { in.readByte(); in.readShort(); }
                default -> throw new IllegalStateException("constant " + tag);
            }
        }
        for (Object one : pool) {
            if (!(one instanceof int[] constant)) continue;
            if (constant[0] == 7) {
                String name = (String) pool[constant[1]];
                if (!name.startsWith("[")) add(load(name), null);
            } else if (constant[0] >= 9 && constant[0] <= 11) {
                String owner = (String) pool[((int[]) pool[constant[1]])[1]];
                int[] nameAndType = (int[]) pool[constant[2]];
                if (!owner.startsWith("[")) member(load(owner), (String) pool[nameAndType[1]], (String) pool[nameAndType[2]]);
            }
        }
    }

    static void member(Class<?> owner, String name, String descriptor) {
        String member;
        if (descriptor.startsWith("(")) {
            MethodType type = MethodType.fromMethodDescriptorString(descriptor, owner.getClassLoader());
            boolean isConstructor = name.equals("<init>");
            member = References.describe(isConstructor ? "new" : name, type.parameterArray(), isConstructor ? "" : type.returnType().getSimpleName());
        } else {
            member = name + ":" + MethodType.fromMethodDescriptorString("()" + descriptor, owner.getClassLoader()).returnType().getSimpleName();
        }
        for (Class<?> above : above(owner))
            if (isServers(above) && References.membersOf(above).contains(member)) {
                add(above, member);
                return;
            }
    }

    /** A class, if it is the server's, otherwise the nearest of the server's that it extends. */
    static List<Class<?>> above(Class<?> type) {
        if (isServers(type)) return List.of(type);
        List<Class<?>> all = new ArrayList<>();
        Deque<Class<?>> open = new ArrayDeque<>(List.of(type));
        while (!open.isEmpty()) {
            Class<?> next = open.pop();
            all.add(next);
            if (isServers(next)) continue;
            if (next.getSuperclass() != null) open.add(next.getSuperclass());
            open.addAll(List.of(next.getInterfaces()));
        }
        return all;
    }

    static void overridden(Class<?> own) {
        for (Method method : own.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers()) || Modifier.isPrivate(method.getModifiers())) continue;
            for (Class<?> above : above(own))
                if (above != own) add(above, References.membersOf(above).contains(References.describe(method)) ? References.describe(method) : null);
        }
    }

    static void scripts(Path list, List<String> used) throws Exception {
        Set<String> ofAnyClass = new HashSet<>();
        for (String line : used) {
            String[] words = line.split(" ");
            if (words[0].equals("*")) ofAnyClass.add(words[1]);
            else add(load(words[0]), words[1]);
        }
        for (String line : Files.readAllLines(list)) {
            String name = line.replaceAll("#.*", "").trim().split("\\s+")[0];
            if (name.isEmpty()) continue;
            Class<?> type = load(name);
            add(type, null);
            if (!isServers(type)) continue;
            for (Method method : type.getMethods())
                if (ofAnyClass.contains(method.getName()) && !method.isBridge() && isServers(method.getDeclaringClass())) add(type, References.describe(method));
        }
    }

    static void endpoints(String services, List<String> sources) throws Exception {
        try (JarFile jar = new JarFile(services)) {
            for (String source : sources)
                for (MatchResult match : ENDPOINT.matcher(source).results().toList()) {
                    String file = "/" + match.group(1) + ".class";
                    String entry = jar.stream().map(JarEntry::getName).filter(name -> name.endsWith(file)).findFirst().orElseThrow();
                    add(load(entry.substring(0, entry.length() - ".class".length())), match.group(2));
                }
        }
    }
}
