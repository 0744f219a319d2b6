import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Collects files, with the engine's packages under the name that they have in the plugin's JAR: another provider may bring another engine.
 *
 * <p>Usage: java Relocate.java &lt;JAR or folder to write&gt; &lt;folder or JAR to read&gt;…
 *
 * <p>Of files with the same name the first counts. A JAR's entries are sorted and have one time, so that the same files are the same JAR.
 */
public final class Relocate {
    private static final String FROM = "org.mozilla.";
    private static final String TO = "org.linkgate.rhino.";
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    /** They describe the JAR that they are in. */
    private static final List<String> LEFT_OUT = List.of(MANIFEST, "module-info.class");
    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    public static void main(String[] args) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        for (String source : List.of(args).subList(1, args.length)) collect(Path.of(source), files);
        Path target = Path.of(args[0]);
        if (args[0].endsWith(".jar")) writeJar(target, files);
        else
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                Path path = target.resolve(file.getKey());
                Files.createDirectories(path.getParent());
                Files.write(path, file.getValue());
            }
    }

    private static void collect(Path source, Map<String, byte[]> files) throws IOException {
        if (Files.isDirectory(source)) {
            collectBelow(source, files);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(source)) {
            collectBelow(jar.getPath("/"), files);
        }
    }

    private static void collectBelow(Path folder, Map<String, byte[]> files) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
                String name = folder.relativize(path).toString();
                if (!LEFT_OUT.contains(name)) files.putIfAbsent(renamed(name), content(name, Files.readAllBytes(path)));
            }
        }
    }

    private static byte[] content(String name, byte[] bytes) throws IOException {
        if (name.endsWith(".class")) return relocated(bytes);
        if (!name.startsWith("META-INF/services/")) return bytes;
        return renamed(new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    /** A text with the engine's names renamed, be they of packages, classes or files. */
    private static String renamed(String text) {
        return text.replace(FROM, TO).replace(FROM.replace('.', '/'), TO.replace('.', '/'));
    }

    /** A class file with the engine's names renamed: all names, types and texts are in its constants (JVM specification, section 4.4). */
    private static byte[] relocated(byte[] code) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(code));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(in.readLong());
        int count = in.readUnsignedShort();
        out.writeShort(count);
        for (int i = 1; i < count; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            switch (tag) {
                case 1 -> out.writeUTF(renamed(in.readUTF()));
                case 5, 6 -> {
                    out.writeLong(in.readLong());
                    i++;
                }
                case 7, 8, 16, 19, 20 -> out.writeShort(in.readUnsignedShort());
                case 15 -> out.write(in.readNBytes(3));
                default -> out.writeInt(in.readInt());
            }
        }
        in.transferTo(out);
        return bytes.toByteArray();
    }

    private static void writeJar(Path target, Map<String, byte[]> files) throws IOException {
        Map<String, byte[]> entries = new TreeMap<>(files);
        for (String name : files.keySet())
            for (int end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) entries.put(name.substring(0, end + 1), new byte[0]);
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(target))) {
            // Readers of JARs expect it first.
            write(jar, MANIFEST, "Manifest-Version: 1.0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) write(jar, entry.getKey(), entry.getValue());
        }
    }

    private static void write(ZipOutputStream jar, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        jar.putNextEntry(entry);
        jar.write(bytes);
        jar.closeEntry();
    }
}
