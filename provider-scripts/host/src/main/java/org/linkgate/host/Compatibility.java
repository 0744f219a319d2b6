package org.linkgate.host;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.keycloak.Config;
import org.keycloak.common.Version;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;

/**
 * Whether Linkgate is served on this server, decided once. It isn't on any server that lacks something that Linkgate uses, nor, if the operator
 * wants that, on an untested minor version of Keycloak. While it isn't served, no other code of the host or the scripts runs except
 * {@link Unavailable}: Keycloak may have renamed what that uses.
 */
public final class Compatibility {
    /** The scripts' declarations that are needed before, and without, any library. */
    static final Properties DECLARED = read();
    private static final String SWITCH = DECLARED.getProperty("enabledBy");
    private static final List<String> OFF = List.of(DECLARED.getProperty("disabledBy").split(",", -1));

    private Compatibility() {}

    private static Properties read() {
        Properties declared = new Properties();
        try (InputStream in = Compatibility.class.getResourceAsStream("/linkgate/compatibility.properties")) {
            declared.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return declared;
    }

    /** Evaluated at the first use, when Keycloak's configuration has been read. */
    private static final class Decision {
        static final String PROBLEM = decide();
    }

    static boolean isServed() {
        return Decision.PROBLEM == null;
    }

    /** Why Linkgate isn't served, and what to do; null if it is. */
    static String problem() {
        return Decision.PROBLEM;
    }

    private static String decide() {
        String problem, running = "of an unknown version";
        try {
            running = Version.VERSION;
            problem = find(running);
        } catch (RuntimeException | LinkageError e) {
            problem = text("failing", running, e.toString());
        }
        if (problem != null) System.getLogger("org.linkgate").log(Level.ERROR, problem);
        return problem;
    }

    private static String find(String running) {
        boolean tested = isTested(running);
        if (!tested && Config.scope("jpa-entity-provider", Scripts.ID).getBoolean("refuseUntested", false)) return text("excluded", running, "");
        // A tested version has the members, but another provider's JAR may have an old class.
        List<String> missing = References.missing(tested);
        if (!missing.isEmpty()) return text("lacking", running, String.join(", ", missing));
        // On a tested version, a script that can't be evaluated is a fault of the build, which ends the start.
        if (!tested) Scripts.get();
        return null;
    }

    private static boolean isTested(String running) {
        return Stream.of(tested().split(" ")).anyMatch(version -> minorOf(version).equals(minorOf(running)));
    }

    /** What administrators are told where Linkgate is served on an untested minor version; null on a tested one, and where it isn't served. */
    public static String untested() {
        return isServed() ? warning() : null;
    }

    /** The same while that is being decided, once nothing is missing. */
    static String warning() {
        return isTested(Version.VERSION) ? null : text("untested", Version.VERSION, "");
    }

    /** The versions that Linkgate was tested with, separated by spaces. */
    static String tested() {
        return DECLARED.getProperty("tested");
    }

    private static String minorOf(String version) {
        return version.replaceFirst("^(\\d+\\.\\d+)\\b.*", "$1");
    }

    private static String text(String name, String running, String missing) {
        return DECLARED.getProperty(name).replace("{tested}", tested().replace(" ", ", ")).replace("{running}", running).replace("{missing}", missing);
    }

    /** Whether this request's realm, if it has one yet, is a Linkgate realm. */
    static boolean isEnabled(KeycloakSession session) {
        return isEnabled(session.getContext().getRealm());
    }

    static boolean isEnabled(RealmModel realm) {
        String value = realm == null ? null : realm.getAttribute(SWITCH);
        return value != null && !OFF.contains(value);
    }
}
