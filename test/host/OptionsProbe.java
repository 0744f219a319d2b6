import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.keycloak.config.Option;

/**
 * Prints a Keycloak's options, one per line; those of the build with the word build. The argument is the JAR that declares them.
 */
final class OptionsProbe {
    public static void main(String[] args) throws Exception {
        try (JarFile jar = new JarFile(args[0])) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (entry.getName().matches("org/keycloak/config/\\w+Options\\.class")) {
                    print(Class.forName(entry.getName().replace('/', '.').replaceAll("\\.class$", "")));
                }
            }
        }
    }

    private static void print(Class<?> options) throws IllegalAccessException {
        for (Field field : options.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && field.getType() == Option.class) {
                field.setAccessible(true);
                Option<?> option = (Option<?>) field.get(null);
                System.out.println(option.getKey() + (option.isBuildTime() ? " build" : ""));
            }
        }
    }
}
