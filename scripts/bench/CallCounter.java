import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Method;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.StackFrame;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts a running server's calls from the script into Java, as a debugger: the engine makes all of them in two methods. Also counts the calls
 * of other methods. Prints "ready", and when it is terminated a line for each Java method and line of the script: count, method, line of the
 * compiled script; for the other methods 0 instead of the line.
 *
 * <p>Usage: java --add-modules jdk.jdi CallCounter.java &lt;port of the server's debugger interface&gt; [&lt;class&gt;#&lt;method&gt; …]
 */
public final class CallCounter {
    private static final String CALLS = "org.linkgate.rhino.javascript.MemberBox";
    private static final List<String> METHODS = List.of("invoke", "newInstance");
    private static final String SCRIPT = "org.linkgate.script.";
    /** The threads that serve requests, by the beginning of their names; timers have other ones. */
    private static final String SERVING = "executor-thread";
    /** How far below the call the script's own frame is, at most. */
    private static final int DEPTH = 24;

    private static final Map<String, Integer> counts = new TreeMap<>();
    private static final Map<ObjectReference, String> names = new HashMap<>();

    public static void main(String[] args) throws Exception {
        VirtualMachine server = attach(args[0]);
        for (ReferenceType type : server.classesByName(CALLS)) for (String method : METHODS) stopAt(type.methodsByName(method).get(0));
        for (String other : List.of(args).subList(1, args.length))
            for (ReferenceType type : server.classesByName(other.substring(0, other.indexOf('#'))))
                for (Method method : type.methodsByName(other.substring(other.indexOf('#') + 1))) stopAt(method);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            // Removes the breakpoints, and lets the server's threads continue.
            server.dispose();
            synchronized (counts) {
                counts.forEach((call, count) -> System.out.println(count + " " + call));
            }
        }));
        System.out.println("ready");
        try {
            for (;;) count(server.eventQueue().remove());
        } catch (VMDisconnectedException e) {
            // By this program's end, or the server's.
        }
    }

    private static void stopAt(Method method) {
        BreakpointRequest request = method.virtualMachine().eventRequestManager().createBreakpointRequest(method.location());
        request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        request.enable();
    }

    private static VirtualMachine attach(String port) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
            .filter(one -> one.name().equals("com.sun.jdi.SocketAttach")).findFirst().orElseThrow();
        var arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(port);
        return connector.attach(arguments);
    }

    private static void count(EventSet events) throws IncompatibleThreadStateException {
        for (Event event : events)
            if (event instanceof BreakpointEvent at && at.thread().name().startsWith(SERVING)) {
                Method method = at.location().method();
                String type = method.declaringType().name();
                String call = type.equals(CALLS)
                    ? nameOf(at.thread().frame(0).thisObject()) + " " + lineIn(at.thread())
                    : type + "#" + method.name() + " 0";
                synchronized (counts) {
                    counts.merge(call, 1, Integer::sum);
                }
            }
        events.resume();
    }

    /** The Java method of a `MemberBox`, as `UserModel.getId`. */
    private static String nameOf(ObjectReference box) {
        return names.computeIfAbsent(box, key -> {
            ObjectReference member = (ObjectReference) field(key, "memberObject");
            String type = ((StringReference) field((ObjectReference) field(member, "clazz"), "name")).value();
            Object name = member.referenceType().fieldByName("name") == null ? null : field(member, "name");
            return type.substring(type.lastIndexOf('.') + 1) + "." + (name == null ? "new" : ((StringReference) name).value());
        });
    }

    private static Object field(ObjectReference object, String name) {
        return object.getValue(object.referenceType().fieldByName(name));
    }

    /** The line of the script that makes the call; 0 if no frame of the script is near. */
    private static int lineIn(ThreadReference thread) throws IncompatibleThreadStateException {
        int depth = Math.min(DEPTH, thread.frameCount());
        for (StackFrame frame : thread.frames(0, depth))
            if (frame.location().declaringType().name().startsWith(SCRIPT)) return frame.location().lineNumber();
        return 0;
    }
}
