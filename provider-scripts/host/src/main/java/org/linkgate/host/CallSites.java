package org.linkgate.host;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptRuntime;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.Token;

/**
 * Links the reads, writes and comparisons of a compiled script to the engine's functions for them, once each, in place of the engine's own linker:
 * that links a site anew for each kind of value that it meets, by code that the JVM makes and compiles apart. Two sites that do the same share
 * one form here, and a variable of the script's is replaced by its value.
 */
public final class CallSites {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final int CONSTANT = ScriptableObject.READONLY | ScriptableObject.PERMANENT;

    /** A function of the engine; `at` is the index of its argument that the site's name gives, -1 if there is none. */
    private record Function(String name, int at) {}

    private static final Map<String, Function> FUNCTIONS = Map.ofEntries(
        Map.entry("PROP:GET", new Function("getObjectProp", 1)),
        Map.entry("PROP:GETNOWARN", new Function("getObjectPropNoWarn", 1)),
        Map.entry("PROP:GETSUPER", new Function("getSuperProp", 1)),
        Map.entry("PROP:GETWITHTHIS", new Function("getPropAndThis", 1)),
        Map.entry("PROP:GETWITHTHISOPTIONAL", new Function("getPropAndThisOptional", 1)),
        Map.entry("PROP:GETELEMENT", new Function("getObjectElem", -1)),
        Map.entry("PROP:GETELEMENTSUPER", new Function("getSuperElem", -1)),
        Map.entry("PROP:GETINDEX", new Function("getObjectIndex", -1)),
        Map.entry("PROP:SET", new Function("setObjectProp", 1)),
        Map.entry("PROP:SETSUPER", new Function("setSuperProp", 1)),
        Map.entry("PROP:SETELEMENT", new Function("setObjectElem", -1)),
        Map.entry("PROP:SETELEMENTSUPER", new Function("setSuperElem", -1)),
        Map.entry("PROP:SETINDEX", new Function("setObjectIndex", -1)),
        Map.entry("NAME:SET", new Function("setName", 4)),
        Map.entry("NAME:SETSTRICT", new Function("strictSetName", 4)),
        Map.entry("NAME:SETCONST", new Function("setConst", 3)),
        Map.entry("MATH:ADD", new Function("add", -1)),
        Map.entry("MATH:TOBOOLEAN", new Function("toBoolean", -1)),
        Map.entry("MATH:TOINT32", new Function("toInt32", -1)),
        Map.entry("MATH:TOUINT32", new Function("toUint32", -1)),
        Map.entry("MATH:TONUMBER", new Function("toNumber", -1)),
        Map.entry("MATH:TONUMERIC", new Function("toNumeric", -1)),
        Map.entry("MATH:EQ", new Function("eq", -1)),
        Map.entry("MATH:SHALLOWEQ", new Function("shallowEq", -1)));
    private static final Map<String, Integer> COMPARISONS = Map.of(
        "MATH:COMPAREGT", Token.GT, "MATH:COMPARELT", Token.LT, "MATH:COMPAREGE", Token.GE, "MATH:COMPARELE", Token.LE);

    /** By a site's name and type. */
    private static final Map<String, CallSite> SHARED = new ConcurrentHashMap<>();
    private static int scripts;
    /** The scope whose variables are constants; null before the script has run. */
    private static volatile ScriptableObject constants;
    /** The sites that have its values. A test at each, whether they still are these, would cost a form of the JVM's for each. */
    private static final List<Variable> WITH_VALUES = new ArrayList<>();

    /** Called by the JVM for a site that runs the first time; its name says what it does, such as `PROP:GET:email`. */
    public static CallSite bootstrap(MethodHandles.Lookup caller, String name, MethodType type) throws ReflectiveOperationException {
        CallSite known = SHARED.get(name + type);
        if (known != null) return known;
        int end = name.indexOf(':', name.indexOf(':') + 1);
        String operation = end < 0 ? name : name.substring(0, end);
        // The engine compares names by identity first.
        String argument = end < 0 ? "" : name.substring(end + 1).intern();
        switch (operation) {
            case "NAME:GET":
                return new Variable(type, argument, swapped("name", type, argument, 2, Context.class, Scriptable.class, String.class));
            case "NAME:GETWITHTHIS":
                return new Variable(type, argument, swapped("getNameAndThis", type, argument, 0, String.class, Context.class, Scriptable.class));
            case "NAME:GETWITHTHISOPTIONAL":
                return shared(name, swapped("getNameAndThisOptional", type, argument, 0, String.class, Context.class, Scriptable.class));
            case "NAME:BIND":
                return shared(name, swapped("bind", type, argument, 2, Context.class, Scriptable.class, String.class));
            default:
                return shared(name, function(operation, argument, type));
        }
    }

    private static CallSite shared(String name, MethodHandle target) {
        return SHARED.computeIfAbsent(name + target.type(), key -> new ConstantCallSite(target));
    }

    private static MethodHandle function(String operation, String argument, MethodType type) throws ReflectiveOperationException {
        Integer comparison = COMPARISONS.get(operation);
        if (comparison != null)
            return MethodHandles.insertArguments(find("compare", type.appendParameterTypes(int.class)), 2, comparison);
        Function function = FUNCTIONS.get(operation);
        if (function == null) throw new NoSuchMethodException(operation);
        if (function.at < 0) return find(function.name, type);
        MethodHandle found = find(function.name, type.insertParameterTypes(function.at, String.class));
        return MethodHandles.insertArguments(found, function.at, argument);
    }

    private static MethodHandle find(String name, MethodType type) throws ReflectiveOperationException {
        return LOOKUP.findStatic(ScriptRuntime.class, name, type);
    }

    /** A function that takes the site's two arguments in the other order. */
    private static MethodHandle swapped(String name, MethodType type, String argument, int at, Class<?>... parameters) throws ReflectiveOperationException {
        MethodHandle found = find(name, MethodType.methodType(type.returnType(), parameters));
        return MethodHandles.permuteArguments(MethodHandles.insertArguments(found, at, argument), type, 1, 0);
    }

    /** Says that a script is about to run. Where several do, in engines of their own, no site has values any more: they share the sites. */
    static synchronized void begin() {
        if (++scripts == 1) return;
        constants = null;
        for (Variable site : WITH_VALUES) site.setTarget(site.anew);
        MutableCallSite.syncAll(WITH_VALUES.toArray(MutableCallSite[]::new));
        WITH_VALUES.clear();
    }

    /** Says that the script's variables, which are those of this scope, don't change any more. */
    static synchronized void settle(ScriptableObject scope) {
        if (scripts == 1) constants = scope;
    }

    private static synchronized void link(Variable site, Scriptable from, Object found) {
        if (constants == null) return;
        boolean constant = site.isIn(constants, from) && (constants.getAttributes(site.name) & CONSTANT) == CONSTANT;
        site.setTarget(constant ? site.always(found) : site.anew);
        if (constant) WITH_VALUES.add(site);
    }

    /** A site that reads a variable, or the function to call: where a script is written decides which variable it is. */
    private static final class Variable extends MutableCallSite {
        private static final MethodHandle FIND = finder();
        private final String name;
        private final MethodHandle anew;

        Variable(MethodType type, String name, MethodHandle anew) {
            super(type);
            this.name = name;
            this.anew = anew;
            setTarget(FIND.bindTo(this).asType(type));
        }

        private static MethodHandle finder() {
            try {
                return LOOKUP.findVirtual(Variable.class, "find", MethodType.methodType(Object.class, Scriptable.class, Context.class));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        Object find(Scriptable scope, Context context) throws Throwable {
            Object found = anew.invoke(scope, context);
            if (constants != null) link(this, scope, found);
            return found;
        }

        private MethodHandle always(Object found) {
            return MethodHandles.dropArguments(MethodHandles.constant(type().returnType(), found), 0, type().parameterList());
        }

        /** Whether the variable is one of the script's own, and none of a function on the way there. */
        private boolean isIn(Scriptable top, Scriptable scope) {
            Scriptable at = scope;
            while (at != top && !ScriptableObject.hasProperty(at, name)) {
                at = at.getParentScope();
                if (at == null) return false;
            }
            return at == top && top.has(name, top);
        }
    }

    private CallSites() {}
}
