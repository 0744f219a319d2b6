import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.linkgate.host.Signatures;

/** Verifies what the property `cases` has: a line for each, with a function and its arguments in Base64; prints the results as one line of JSON. */
final class SignaturesProbe {
    public static void main(String[] args) {
        List<Boolean> results = new ArrayList<>();
        for (String line : text(System.getProperty("cases")).split("\n")) {
            String[] parts = line.split(" ", -1);
            for (int i = 1; i < parts.length; i++) parts[i] = text(parts[i]);
            results.add(switch (parts[0]) {
                case "hmac" -> Signatures.isHmac(parts[1], parts[2], parts[3], parts[4], parts[5]);
                case "ecdsa" -> Signatures.isEcdsa(parts[1], parts[2], parts[3]);
                case "rsa" -> Signatures.isRsa(parts[1], parts[2], parts[3], parts[4]);
                default -> Signatures.isSame(parts[1], parts[2]);
            });
        }
        System.out.println(results);
    }

    private static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    }
}
