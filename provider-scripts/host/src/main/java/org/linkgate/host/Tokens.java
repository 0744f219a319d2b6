package org.linkgate.host;

import java.nio.charset.StandardCharsets;
import org.keycloak.common.VerificationException;
import org.keycloak.crypto.SignatureProvider;
import org.keycloak.crypto.SignatureSignerContext;
import org.keycloak.jose.jws.JWSBuilder;
import org.keycloak.jose.jws.JWSHeader;
import org.keycloak.jose.jws.JWSInput;
import org.keycloak.jose.jws.JWSInputException;
import org.keycloak.models.KeycloakSession;

/** JWTs that a realm signs with one of its own keys, each function by one call of a script. */
public final class Tokens {
    private Tokens() {}

    /** Signs a payload with the realm's active key for an algorithm; `type` is the header's `typ`. */
    public static String sign(KeycloakSession session, String algorithm, String type, String payload) {
        SignatureSignerContext signer = session.getProvider(SignatureProvider.class, algorithm).signer();
        return new JWSBuilder().type(type).kid(signer.getKid()).content(payload.getBytes(StandardCharsets.UTF_8)).sign(signer);
    }

    /** The payload of a token, which isn't verified. */
    public static String payload(String token) throws JWSInputException {
        return new String(new JWSInput(token).getContent(), StandardCharsets.UTF_8);
    }

    /** Returns the payload of a token of this type that a key of this realm for the algorithm has signed; null for any other. */
    public static String verified(KeycloakSession session, String algorithm, String type, String token)
            throws JWSInputException, VerificationException {
        JWSInput input = new JWSInput(token);
        JWSHeader header = input.getHeader();
        if (!algorithm.equals(header.getRawAlgorithm()) || !type.equals(header.getType()) || header.getKeyId() == null) return null;
        byte[] signed = input.getEncodedSignatureInput().getBytes(StandardCharsets.UTF_8);
        return session.getProvider(SignatureProvider.class, algorithm).verifier(header.getKeyId()).verify(signed, input.getSignature())
            ? new String(input.getContent(), StandardCharsets.UTF_8) : null;
    }
}
