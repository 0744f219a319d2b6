import edu.mit.csail.sdg.alloy4.A4Reporter;
import edu.mit.csail.sdg.ast.Command;
import edu.mit.csail.sdg.parser.CompModule;
import edu.mit.csail.sdg.parser.CompUtil;
import edu.mit.csail.sdg.translator.A4Options;
import edu.mit.csail.sdg.translator.A4Solution;
import edu.mit.csail.sdg.translator.TranslateAlloyToKodkod;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import kodkod.engine.satlab.SATFactory;

/**
 * Executes commands of Alloy modules: each argument is a file and the names of its commands ({@code model.als:Name,Name}; all by default).
 * Writes a line for each to the file of the first argument, since solvers write to the standard output: file, name, {@code check} or
 * {@code run}, {@code none} or the file with the found trace, and the CPU time in milliseconds.
 */
public final class Analyze {
  public static void main(String[] arguments) throws Exception {
    A4Options options = new A4Options();
    // Several times as fast as the one in Java, if it exists for this machine.
    options.solver = SATFactory.find("glucose").filter(SATFactory::isPresent).orElse(SATFactory.DEFAULT);
    List<String> lines = new ArrayList<>();
    for (String argument : List.of(arguments).subList(1, arguments.length)) {
      String[] parts = argument.split(":", 2);
      CompModule module = CompUtil.parseEverything_fromFile(A4Reporter.NOP, null, parts[0]);
      for (Command command : module.getAllCommands()) {
        if (parts.length == 2 && !Set.of(parts[1].split(",")).contains(command.label)) continue;
        long before = processorMillis();
        A4Solution found = TranslateAlloyToKodkod.execute_command(
            A4Reporter.NOP, module.getAllReachableSigs(), command, options);
        String trace = "none";
        if (found.satisfiable()) {
          trace = parts[0] + "." + command.label + ".txt";
          Files.writeString(Path.of(trace), found.toString());
        }
        lines.add(String.join("\t", parts[0], command.label, command.check ? "check" : "run", trace,
            String.valueOf(processorMillis() - before)));
      }
    }
    Files.write(Path.of(arguments[0]), lines);
  }

  private static long processorMillis() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1_000_000;
  }
}
