package org.linkgate.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The server's classes and members that Linkgate uses; `scripts/build/References.java` lists them, a class and its members a line. */
public final class References {
    private static final int MOST_REPORTED = 5;
    private static final String OWN = "org.linkgate.";

    private References() {}

    /**
     * Returns what the server lacks: the first few classes and, unless only classes are checked, members, and abstract methods that a class of the
     * host doesn't define.
     */
    public static List<String> missing(boolean onlyClasses) {
        ClassLoader loader = References.class.getClassLoader();
        Map<Class<?>, Set<String>> known = new HashMap<>();
        try (InputStream in = References.class.getResourceAsStream("/linkgate/references.txt")) {
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).lines()
                .flatMap(line -> missingOf(line.split(" "), onlyClasses, loader, known)).limit(MOST_REPORTED).collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> missingOf(String[] words, boolean onlyClasses, ClassLoader loader, Map<Class<?>, Set<String>> known) {
        try {
            Class<?> type = Class.forName(words[0], false, loader);
            if (onlyClasses) return Stream.of();
            if (words[0].startsWith(OWN)) return undefinedIn(type);
            Set<String> members = membersOf(type, known);
            return Stream.of(words).skip(1).filter(member -> !members.contains(member)).map(member -> words[0] + "." + member);
        } catch (ClassNotFoundException | LinkageError e) {
            return Stream.of(words[0]);
        }
    }

    private static Stream<String> undefinedIn(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers())) return Stream.of();
        return Stream.of(type.getMethods()).filter(method -> Modifier.isAbstract(method.getModifiers()))
            .map(method -> method.getDeclaringClass().getName() + "." + describe(method) + " in " + type.getSimpleName());
    }

    /** A class's accessible members, inherited ones included: methods by their names alone, too. */
    public static Set<String> membersOf(Class<?> type) {
        return membersOf(type, new HashMap<>());
    }

    private static Set<String> membersOf(Class<?> type, Map<Class<?>, Set<String>> known) {
        if (type == null) return Set.of();
        Set<String> found = known.get(type);
        if (found != null) return found;
        Set<String> members = new HashSet<>();
        for (Constructor<?> constructor : type.getDeclaredConstructors())
            if (isAccessible(constructor.getModifiers())) members.add(describe(constructor));
        for (Method method : type.getDeclaredMethods())
            if (isAccessible(method.getModifiers())) members.addAll(Set.of(method.getName(), describe(method)));
        for (Field field : type.getDeclaredFields())
            if (isAccessible(field.getModifiers())) members.add(describe(field));
        Set<Class<?>> above = new LinkedHashSet<>(List.of(type.getInterfaces()));
        above.add(type.getSuperclass());
        for (Class<?> one : above)
            for (String member : membersOf(one, known)) if (!member.startsWith("new(")) members.add(member);
        known.put(type, members);
        return members;
    }

    private static boolean isAccessible(int modifiers) {
        return !Modifier.isPrivate(modifiers);
    }

    public static String describe(Constructor<?> constructor) {
        return describe("new", constructor.getParameterTypes(), "");
    }

    /** Such as `getAttribute(String)String`. */
    public static String describe(Method method) {
        return describe(method.getName(), method.getParameterTypes(), method.getReturnType().getSimpleName());
    }

    /** Such as `ERROR:Level`. */
    public static String describe(Field field) {
        return field.getName() + ":" + field.getType().getSimpleName();
    }

    public static String describe(String name, Class<?>[] parameters, String result) {
        return name + Stream.of(parameters).map(Class::getSimpleName).collect(Collectors.joining(",", "(", ")")) + result;
    }
}
