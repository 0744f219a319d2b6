package org.linkgate.host;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies what others have signed, each by one call of a script. What is malformed isn't signed. */
public final class Signatures {
    private Signatures() {}

    /** Whether a text has this HMAC-SHA-256. Key and signature are `text`, `hex` or `base64`, as their forms say. */
    public static boolean isHmac(String keyForm, String key, String text, String signatureForm, String signature) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(bytes(keyForm, key), mac.getAlgorithm()));
            return MessageDigest.isEqual(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)), bytes(signatureForm, signature));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether a key (X.509, DER in Base64) has signed a text by ECDSA with SHA-256 (DER in Base64). */
    public static boolean isEcdsa(String key, String text, String signature) {
        try {
            PublicKey known = KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(bytes("base64", key)));
            return isSigned("SHA256withECDSA", known, text, signature);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether the key of a certificate (PEM), which must be valid now, has signed a text by RSA (PKCS #1) with a hash, `SHA1` or `SHA256`. */
    public static boolean isRsa(String certificate, String text, String signature, String hash) {
        try {
            var found = (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(certificate.getBytes(StandardCharsets.UTF_8)));
            found.checkValidity();
            return isSigned(hash + "withRSA", found.getPublicKey(), text, signature);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Whether a text in Base64 is another one, in a time that doesn't depend on what is in them. */
    public static boolean isSame(String base64, String text) {
        try {
            return MessageDigest.isEqual(bytes("base64", base64), text.getBytes(StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isSigned(String algorithm, PublicKey key, String text, String signature) throws GeneralSecurityException {
        Signature verifier = Signature.getInstance(algorithm);
        verifier.initVerify(key);
        verifier.update(text.getBytes(StandardCharsets.UTF_8));
        return verifier.verify(bytes("base64", signature));
    }

    private static byte[] bytes(String form, String text) {
        return switch (form) {
            case "hex" -> HexFormat.of().parseHex(text);
            case "base64" -> Base64.getDecoder().decode(text);
            default -> text.getBytes(StandardCharsets.UTF_8);
        };
    }
}
