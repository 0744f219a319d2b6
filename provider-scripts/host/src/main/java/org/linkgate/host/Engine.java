package org.linkgate.host;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ContextFactory;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.JSDescriptor;
import org.mozilla.javascript.JSScript;
import org.mozilla.javascript.JavaScriptException;
import org.mozilla.javascript.LambdaFunction;
import org.mozilla.javascript.NativeJavaClass;
import org.mozilla.javascript.NativeJavaObject;
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
    /** A Java object. Creating one needs tables and locks of the engine; copying another of its class needs none. */
    private static final class JavaObject extends NativeJavaObject {
        private static final long serialVersionUID = 1;

        JavaObject(Scriptable scope, Class<?> type) {
            super(scope, null, TypeInfoFactory.GLOBAL.create(type));
        }

        JavaObject(JavaObject like, Object object) {
            parent = like.parent;
            staticType = like.staticType;
            members = like.members;
            javaObject = object;
        }
    }

    /** One instance of each class, without an object; null for classes of which the engine exposes more than methods. */
    private final ClassValue<JavaObject> ofClass = new ClassValue<>() {
        @Override
        protected JavaObject computeValue(Class<?> type) {
            boolean more = List.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type) || type.isArray() || type.getFields().length > 0;
            return more ? null : new JavaObject(scope, type);
        }
    };

    private final WrapFactory javaObjects = new WrapFactory() {
        {
            setJavaPrimitiveWrap(false);
        }

        @Override
        public Scriptable wrapAsJavaObject(Context context, Scriptable from, Object object, TypeInfo declared) {
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
    private static final int PARTS = 4;
    private final ScriptableObject scope;

    /**
     * Evaluates a script that the build has compiled.
     *
     * @param name the name of the compiled classes, without their numbers
     * @throws RuntimeException if the script threw
     */
    public Engine(String name) {
        scope = (ScriptableObject) enter(Context::initSafeStandardObjects);
        enter(context -> {
            ScriptableObject java = (ScriptableObject) context.newObject(scope);
            define(java, "type", (cx, s, self, args) -> new JavaType(scope, classOf(args[0].toString())));
            define(java, "caught", (cx, s, self, args) -> caught(args[0]));
            define(java, "seal", (cx, s, self, args) -> seal((Scriptable) args[0]));
            ScriptableObject.defineProperty(scope, "Java", java, ScriptableObject.DONTENUM);
            Set<Object> engines = Set.of(scope.getAllIds());
            try {
                for (int part = 1; part <= PARTS; part++) compiled(context, name + part).exec(context, scope, scope);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("the JAR has no " + name, e);
            }
            // The engine replaces a read of a constant with its value.
            for (Object id : scope.getAllIds())
                if (!engines.contains(id)) scope.setAttributes((String) id, ScriptableObject.READONLY | ScriptableObject.PERMANENT);
            return null;
        });
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
