import org.linkgate.host.References;

/**
 * Prints what the check at the start would find missing on a server, a line each.
 *
 * Usage: java -cp "linkgate.jar:<server>/lib/lib/main/*" Missing.java
 */
class Missing {
    public static void main(String[] args) {
        References.missing(false).forEach(System.out::println);
    }
}
