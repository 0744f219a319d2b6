package org.linkgate.host;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.mozilla.javascript.BaseFunction;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ContextFactory;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.JSDescriptor;
import org.mozilla.javascript.JSScript;
import org.mozilla.javascript.JavaScriptException;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.NativeArray;
import org.mozilla.javascript.NativeJavaClass;
import org.mozilla.javascript.NativeJavaObject;
import org.mozilla.javascript.NativeObject;
import org.mozilla.javascript.RhinoException;
import org.mozilla.javascript.Scriptable;
import org.mozilla.javascript.ScriptableObject;
import org.mozilla.javascript.SerializableCallable;
import org.mozilla.javascript.Undefined;
import org.mozilla.javascript.WrapFactory;
import org.mozilla.javascript.WrappedException;
import org.mozilla.javascript.Wrapper;
import org.mozilla.javascript.lc.type.TypeInfo;
import org.mozilla.javascript.lc.type.TypeInfoFactory;

/**
 * A script, evaluated once, that any number of threads run concurrently. Values cross as Java's: text, numbers, booleans, null, objects.
 */
public final class Engine extends ContextFactory {
    /**
     * A Java object. Creating one needs tables and locks of the engine; copying another of its class needs none. Methods that the list of classes
     * marks as constant are called once, until a setter is called after which they return something else.
     */
    private static final class JavaObject extends NativeJavaObject {
        private static final long serialVersionUID = 1;
        private static final Object[] NONE = {};
        /** Marks a setter. */
        private static final String RENEWS = "!";
        /** By name, of the class. */
        private final transient Map<String, Method> methods;
        /** Triples: a constant method, its argument, the result. Replaced as a whole: threads may share an object. */
        private transient volatile Object[] results = NONE;
        private transient Scriptable values;

        JavaObject(Scriptable scope, Class<?> type, Set<String> constants) {
            super(scope, null, TypeInfoFactory.GLOBAL.create(type));
            methods = new HashMap<>();
            for (String marked : constants) {
                boolean constant = !marked.startsWith(RENEWS);
                String name = constant ? marked : marked.substring(RENEWS.length());
                if (super.get(name, this) instanceof Function function) methods.put(name, new Method(function, constant));
            }
        }

        JavaObject(JavaObject like, Object object) {
            parent = like.parent;
            staticType = like.staticType;
            members = like.members;
            methods = like.methods;
            javaObject = object;
        }

        @Override
        public Object get(String name, Scriptable start) {
            Method method = methods.get(name);
            return method == null ? super.get(name, start) : method;
        }

        /** The script's own values, which it keeps with this wrapper. */
        Scriptable values(Context context) {
            if (values == null) values = context.newObject(getParentScope());
            return values;
        }

        private Object known(Method method, Object argument) {
            Object[] known = results;
            for (int i = 0; i < known.length; i += 3) if (known[i] == method && argument.equals(known[i + 1])) return known[i + 2];
            return null;
        }

        private void learn(Method method, Object argument, Object result) {
            Object[] known = results;
            Object[] more = Arrays.copyOf(known, known.length + 3);
            more[known.length] = method;
            more[known.length + 1] = argument;
            more[known.length + 2] = result;
            results = more;
        }
    }

    /** A constant method of a class, or a setter after which its constant methods return something else. */
    private static final class Method extends BaseFunction {
        private static final long serialVersionUID = 1;
        private static final Object NO_ARGUMENT = "";
        private final transient Function function;
        private final boolean constant;

        Method(Function function, boolean constant) {
            this.function = function;
            this.constant = constant;
        }

        @Override
        public Object call(Context context, Scriptable scope, Scriptable self, Object[] args) {
            if (!(self instanceof JavaObject object) || constant && args.length > 1) return function.call(context, scope, self, args);
            if (!constant) {
                Object result = function.call(context, scope, self, args);
                object.results = JavaObject.NONE;
                return result;
            }
            Object argument = args.length == 0 ? NO_ARGUMENT : args[0] instanceof Wrapper wrapper ? wrapper.unwrap() : args[0];
            Object known = object.known(this, argument);
            if (known != null) return known;
            Object result = function.call(context, scope, self, args);
            if (result != null) object.learn(this, argument, result);
            return result;
        }
    }

    /** One instance of each class, without an object; null for classes of which the engine exposes more than methods. */
    private final ClassValue<JavaObject> ofClass = new ClassValue<>() {
        @Override
        protected JavaObject computeValue(Class<?> type) {
            boolean more = List.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type) || type.isArray()
                || Stream.of(type.getFields()).anyMatch(field -> !Modifier.isStatic(field.getModifiers()));
            return more ? null : new JavaObject(scope, type, constantsOf(type));
        }
    };

    /** A session's wrapper, with what its constant methods and those of their results have returned while the session had this realm. */
    private record OfSession(JavaObject wrapper, RealmModel realm) {
        static final String ATTRIBUTE = OfSession.class.getName();
    }

    /** A session has one wrapper as long as it lives. Between two calls of the script, Keycloak may change its realm, and the addresses with it. */
    private JavaObject ofSession(KeycloakSession session) {
        RealmModel realm = session.getContext().getRealm();
        OfSession before = session.getAttribute(OfSession.ATTRIBUTE, OfSession.class);
        if (before != null && before.realm == realm) return before.wrapper;
        JavaObject wrapper = before == null ? new JavaObject(ofClass.get(session.getClass()), session) : before.wrapper;
        wrapper.results = JavaObject.NONE;
        session.setAttribute(OfSession.ATTRIBUTE, new OfSession(wrapper, realm));
        return wrapper;
    }

    private final WrapFactory javaObjects = new WrapFactory() {
        {
            setJavaPrimitiveWrap(false);
        }

        @Override
        public Scriptable wrapAsJavaObject(Context context, Scriptable from, Object object, TypeInfo declared) {
            if (object instanceof KeycloakSession session) return ofSession(session);
            JavaObject like = ofClass.get(object.getClass());
            return like == null ? super.wrapAsJavaObject(context, scope, object, TypeInfo.NONE) : new JavaObject(like, object);
        }
    };

    /** A Java class whose `class` is the class itself, as an argument for Java. */
    private static final class JavaType extends NativeJavaClass {
        private static final long serialVersionUID = 1;
        private final transient Scriptable itself;

        JavaType(Scriptable scope, Class<?> type) {
            super(scope, type);
            itself = new NativeJavaObject(scope, type, TypeInfo.RAW_CLASS);
        }

        @Override
        public Object get(String name, Scriptable start) {
            return name.equals("class") ? itself : super.get(name, start);
        }
    }

    /** The number of classes that the build compiles a script to. */
    private static final int PARTS = 8;
    private final ScriptableObject scope;
    private final Map<String, List<String>> constants;

    /** Evaluates a script without constant methods. */
    public Engine(String name) {
        this(name, Map.of());
    }

    /**
     * Evaluates a script that the build has compiled.
     *
     * @param name the name of the compiled classes, without their numbers
     * @param constants names of classes, and of their methods that return the same until a setter is called; such setters begin with `!`
     * @throws RuntimeException if the script threw
     */
    public Engine(String name, Map<String, List<String>> constants) {
        this.constants = constants;
        CallSites.begin();
        scope = (ScriptableObject) enter(Context::initSafeStandardObjects);
        enter(context -> {
            ScriptableObject java = (ScriptableObject) context.newObject(scope);
            define(java, "type", (cx, s, self, args) -> new JavaType(scope, classOf(args[0].toString())));
            define(java, "caught", (cx, s, self, args) -> caught(args[0]));
            define(java, "toJava", (cx, s, self, args) -> Context.javaToJS(toJava(args[0]), scope, cx));
            define(java, "record", (cx, s, self, args) -> record(cx, (Map<?, ?>) ((Wrapper) args[0]).unwrap()));
            define(java, "valuesOf", (cx, s, self, args) -> ((JavaObject) args[0]).values(cx));
            define(java, "seal", (cx, s, self, args) -> seal((Scriptable) args[0]));
            ScriptableObject.defineProperty(scope, "Java", java, ScriptableObject.DONTENUM);
            Set<Object> engines = Set.of(scope.getAllIds());
            try {
                for (int part = 1; part <= PARTS; part++) compiled(context, name + part).exec(context, scope, scope);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the JAR has no " + name, e);
            }
            for (Object id : scope.getAllIds())
                if (!engines.contains(id)) scope.setAttributes((String) id, ScriptableObject.READONLY | ScriptableObject.PERMANENT);
            CallSites.settle(scope);
            return null;
        });
    }

    /** The marked methods of a class and of everything that it extends. */
    private Set<String> constantsOf(Class<?> type) {
        Set<String> names = new HashSet<>(constants.getOrDefault(type.getName(), List.of()));
        for (Class<?> each : type.getInterfaces()) names.addAll(constantsOf(each));
        if (type.getSuperclass() != null) names.addAll(constantsOf(type.getSuperclass()));
        return names;
    }

    private static JSScript compiled(Context context, String name) throws ReflectiveOperationException {
        Class<?> code = Class.forName(name);
        Class.forName(name + "Main");
        code.getMethod("_reInit", Context.class).invoke(null, context);
        @SuppressWarnings("unchecked")
        var script = (JSDescriptor<JSScript>) ((JSDescriptor<?>[]) code.getField("_descriptors").get(null))[0];
        return new JSScript(script, null);
    }

    @Override
    protected Context makeContext() {
        Context context = super.makeContext();
        context.setLanguageVersion(Context.VERSION_ECMASCRIPT);
        context.setWrapFactory(javaObjects);
        return context;
    }

    @Override
    protected boolean hasFeature(Context context, int feature) {
        // 3 should be 3 in Java's texts and not 3.0.
        return feature == Context.FEATURE_INTEGER_WITHOUT_DECIMAL_PLACE || super.hasFeature(context, feature);
    }

    /** Finds the function at a path that starts with a variable of the script; null if there is none. */
    public Object function(String... path) {
        return enter(context -> {
            Object found = scope;
            for (String name : path) found = found instanceof Scriptable object ? ScriptableObject.getProperty(object, name) : null;
            return found instanceof Function ? found : null;
        });
    }

    /**
     * Calls a function of the script.
     *
     * @throws RuntimeException an exception of Java's code, unchanged; RhinoException for the script's own
     */
    public Object call(Object function, Object... args) {
        return enter(context -> {
            Object[] given = new Object[args.length];
            for (int i = 0; i < args.length; i++) given[i] = Context.javaToJS(args[i], scope, context);
            return result(((Function) function).call(context, scope, Undefined.SCRIPTABLE_UNDEFINED, given));
        });
    }

    private Object enter(java.util.function.Function<Context, Object> work) {
        Context context = enterContext();
        try {
            return work.apply(context);
        } catch (RhinoException e) {
            throw thrown(e);
        } finally {
            Context.exit();
        }
    }

    private static Object result(Object value) {
        if (value instanceof Wrapper wrapper) return wrapper.unwrap();
        if (value instanceof CharSequence) return value.toString();
        if (value instanceof Double number && number == Math.rint(number)) return number.longValue();
        return Undefined.isUndefined(value) ? null : value;
    }

    /** Unwraps Java's exception from the engine's. */
    private static RuntimeException thrown(RhinoException failure) {
        Throwable inner = failure;
        for (Throwable next = inner; next != null; next = within(inner)) inner = next;
        return inner instanceof RuntimeException e ? e : failure;
    }

    private static Throwable within(Throwable failure) {
        if (failure instanceof WrappedException wrapped) return wrapped.getWrappedException();
        return failure instanceof JavaScriptException thrown && thrown.getValue() instanceof Wrapper wrapper
            && wrapper.unwrap() instanceof Throwable inner ? inner : null;
    }

    /** Returns the value of a catch clause: for a Java exception, the exception itself. */
    private static Object caught(Object caught) {
        Object inner = caught instanceof ScriptableObject error ? error.get("javaException", error) : Scriptable.NOT_FOUND;
        return inner == Scriptable.NOT_FOUND ? caught : inner;
    }

    /** Seals an object, and returns the variables that a function closes over; undefined for a Java object. */
    private static Object seal(Scriptable object) {
        if (!(object instanceof ScriptableObject own)) return Undefined.instance;
        own.sealObject();
        return own.getParentScope();
    }

    /** Converts a plain value to Java's maps, lists, texts and numbers. */
    private static Object toJava(Object value) {
        if (value == null || Undefined.isUndefined(value)) return null;
        if (value instanceof NativeArray array) {
            List<Object> list = new ArrayList<>();
            for (Object item : (List<?>) array) list.add(toJava(item));
            return list;
        }
        if (!(value instanceof NativeObject object)) return Context.jsToJava(value, Object.class);
        Map<String, Object> map = new LinkedHashMap<>();
        ((Map<?, ?>) object).forEach((name, item) -> map.put(name.toString(), toJava(item)));
        return map;
    }

    /** Copies a Java map, whose keys are texts, to a plain object, and lists in it to arrays. */
    private Object record(Context context, Map<?, ?> map) {
        Scriptable object = context.newObject(scope);
        map.forEach((name, value) -> object.put(name.toString(), object, value instanceof List<?> list
            ? context.newArray(scope, list.stream().map(item -> Context.javaToJS(item, scope, context)).toArray())
            : Context.javaToJS(value, scope, context)));
        return object;
    }

    private static Class<?> classOf(String name) {
        try {
            return name.equals("byte[]") ? byte[].class : Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no Java class " + name, e);
        }
    }

    private static void define(ScriptableObject object, String name, SerializableCallable work) {
        object.defineProperty(name, new LambdaFunction(object, name, 1, work), ScriptableObject.DONTENUM);
    }
}
