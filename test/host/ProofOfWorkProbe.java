import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import org.linkgate.host.ProofOfWork;

/** Derives keys without a server, and prints them as one line of JSON. */
final class ProofOfWorkProbe {
    private static final int HASHES = 500;
    private static final int COUNTERS = 40;
    private static final int PER_SECOND = 5;
    private static final int TAKEN = 50;

    public static void main(String[] args) throws GeneralSecurityException {
        System.out.printf("{\"first\":%s,\"other\":%s,\"next\":%s,\"text\":\"%s\",\"bytes\":\"%s\"}%n", taken("realm", 1), taken("other", 1),
            taken("realm", 2), ProofOfWork.signText("secret", "naïve"), ProofOfWork.signBytes("secret", "00ff"));
    }

    /** The keys of an owner who takes many in one second. */
    private static String taken(String owner, long second) throws GeneralSecurityException {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < TAKEN; i++) keys.add('"' + ProofOfWork.take(owner, HASHES, COUNTERS, PER_SECOND, second) + '"');
        return keys.toString();
    }
}
