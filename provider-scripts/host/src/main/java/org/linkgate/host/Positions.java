package org.linkgate.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.mozilla.javascript.RhinoException;

/** Maps lines of the bundled script to the original TypeScript files and lines. */
final class Positions {
    private static final JsonNode MAP = Declarations.read("positions.json");

    /** Returns `[file, line]` for a line of the bundle, or null. */
    private static JsonNode at(int line) {
        JsonNode found = MAP.get("lines").get(line);
        return found == null || found.isNull() ? null : found;
    }

    private static String file(JsonNode position) {
        return MAP.get("files").get(position.get(0).asInt()).asText();
    }

    /** Returns the first line of a failure's message, with its TypeScript position, if known. */
    static String describe(Throwable e) {
        String message = String.valueOf(e instanceof RhinoException thrown ? thrown.details() : e).lines().findFirst().orElse("");
        JsonNode position = e instanceof RhinoException thrown ? at(thrown.lineNumber()) : null;
        return position == null ? message : message + " (" + file(position) + ":" + position.get(1).asInt() + ")";
    }

    /** Rewrites a failure's traces, and its causes', to TypeScript positions, without the engine's own frames. */
    static Throwable rewrite(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            List<StackTraceElement> frames = new ArrayList<>();
            for (StackTraceElement frame : t.getStackTrace()) {
                if (frame.getClassName().startsWith("org.linkgate.script.")) {
                    JsonNode position = at(frame.getLineNumber());
                    String name = frame.getMethodName().replaceAll("^_c_|_\\d+$", "");
                    if (position != null) frames.add(new StackTraceElement("script", name, file(position), position.get(1).asInt()));
                } else if (!frame.getClassName().matches("(org\\.linkgate\\.rhino|jdk\\.internal|java\\.lang\\.(invoke|reflect))\\..*")) {
                    frames.add(frame);
                }
            }
            t.setStackTrace(frames.toArray(StackTraceElement[]::new));
        }
        return failure;
    }
}
