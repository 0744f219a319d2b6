import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.mozilla.classfile.ClassFileWriter;
import org.mozilla.javascript.CompilerEnvirons;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.EvaluatorException;
import org.mozilla.javascript.IRFactory;
import org.mozilla.javascript.JSDescriptor;
import org.mozilla.javascript.Node;
import org.mozilla.javascript.Parser;
import org.mozilla.javascript.ast.AstNode;
import org.mozilla.javascript.ast.AstRoot;
import org.mozilla.javascript.ast.FunctionNode;
import org.mozilla.javascript.ast.ScriptNode;
import org.mozilla.javascript.optimizer.Bootstrapper;
import org.mozilla.javascript.optimizer.ClassCompiler;
import org.mozilla.javascript.optimizer.Codegen;
import org.mozilla.javascript.optimizer.OptJSCode;

/**
 * Compiles a script to class files, so that the server needn't do it at startup; they call the engine by its own package name.
 *
 * <p>Usage: java -cp rhino.jar CompileScript.java &lt;script&gt; &lt;class name&gt; &lt;folder of classes&gt;
 *
 * <p>`ClassCompiler` does all of it, but keeps the source as one constant, which is limited to 65,535 bytes. Nothing reads a function's source
 * text, so here it is empty; the last step, which no longer needs the text, is `ClassCompiler`'s own, and private.
 *
 * <p>The script becomes several classes, named by their numbers, because the engine can't use more than half of what one may hold of
 * constants: from the 32,768th on, the number of one that is a whole number is negative to it.
 */
public final class CompileScript {
    /** The host's engine runs them in this order: those with functions, then those with everything else. A class file's method has a maximum size. */
    private static final int FUNCTION_PARTS = 4;
    private static final int PARTS = 8;

    /** The host's class that links what the script does to the engine's functions. */
    private static final String LINKER = "org.linkgate.host.CallSites";

    public static void main(String[] args) throws Exception {
        Field linker = ClassFileWriter.MHandle.class.getDeclaredField("owner");
        linker.setAccessible(true);
        linker.set(Bootstrapper.BOOTSTRAP_HANDLE, LINKER);
        Path script = Path.of(args[0]);
        String source = Files.readString(script, StandardCharsets.UTF_8);
        String name = args[1];
        CompilerEnvirons environment = new CompilerEnvirons();
        environment.setLanguageVersion(Context.VERSION_ECMASCRIPT);
        environment.setGeneratingSource(false);
        environment.setGenerateDebugInfo(true);
        try {
            List<String> parts = parts(source, parsed(environment, source, script));
            for (int i = 0; i < PARTS; i++) compile(environment, parts.get(i), script, name + (i + 1), args[2]);
        } catch (EvaluatorException e) {
            System.err.println(e.lineNumber() + ": " + e.details());
            System.exit(1);
        }
    }

    private static AstRoot parsed(CompilerEnvirons environment, String source, Path script) {
        return new Parser(environment).parse(source, script.getFileName().toString(), 1);
    }

    /**
     * The same script in parts, each statement on the lines it had: functions first, wherever they are, since all later statements may call
     * them; then everything else, in its order.
     */
    private static List<String> parts(String source, AstRoot tree) {
        List<StringBuilder> parts = new ArrayList<>();
        for (int i = 0; i < PARTS; i++) parts.add(new StringBuilder(source.replaceAll("[^\\n]", " ")));
        for (Node node : tree) {
            AstNode statement = (AstNode) node;
            int from = statement.getAbsolutePosition();
            int to = from + statement.getLength();
            if (to < source.length() && source.charAt(to) == ';') to++;
            String text = source.substring(from, to);
            int part = node instanceof FunctionNode
                ? share(from, FUNCTION_PARTS, source)
                : FUNCTION_PARTS + share(from, PARTS - FUNCTION_PARTS, source);
            for (int i = 0; i < PARTS; i++)
                if (text.equals("\"use strict\";") || i == part) parts.get(i).replace(from, to, text);
        }
        // Only a class with a regular expression has the method by which the host prepares these.
        return parts.stream().map(part -> part + "\n/./;").toList();
    }

    /** The index of the equal share of the source that has a position. */
    private static int share(int position, int shares, String source) {
        return (int) ((long) position * shares / source.length());
    }

    private static void compile(CompilerEnvirons environment, String source, Path script, String name, String folder) throws Exception {
        ScriptNode tree = new IRFactory(environment, source).transformTree(parsed(environment, source, script));
        Map<String, ?> variables = tree.getSymbolTable();
        for (String variable : variables == null ? List.<String>of() : variables.keySet()) {
            if (!engineHas(variable)) continue;
            System.err.println(variable + ": the engine has a variable of that name");
            System.exit(1);
        }
        JSDescriptor.Builder<?> descriptors = new JSDescriptor.Builder<>();
        byte[] code = new Codegen().compileToClassFile(environment, descriptors, new OptJSCode.BuilderEnv(name), name, tree, "", false);
        Method rest = ClassCompiler.class.getDeclaredMethod("buildDescriptorsAndMain", String.class, JSDescriptor.Builder.class);
        rest.setAccessible(true);
        ClassCompiler compiler = new ClassCompiler(environment);
        Object[] others = (Object[]) rest.invoke(compiler, name, descriptors);
        write(folder, name, code);
        for (int i = 0; i < others.length; i += 2) write(folder, (String) others[i], (byte[]) others[i + 1]);
    }

    private static boolean engineHas(String variable) {
        try (Context context = Context.enter()) {
            return context.initSafeStandardObjects().has(variable, null);
        }
    }

    private static void write(String folder, String name, byte[] code) throws Exception {
        Path file = Path.of(folder, name.replace('.', '/') + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, code);
    }
}
