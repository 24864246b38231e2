package dev.lazymcp.upstream.http;

import dev.lazymcp.upstream.StartFailure;
import java.io.BufferedInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Whose certificates are trusted: the well-known authorities, and those of files that somebody named. */
final class Certificates {
    private static final List<String> VARIABLES = List.of("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS");

    private Certificates() {}

    /**
     * A context that trusts nobody, for a client that speaks plain HTTP: without any context it would make one with all well-known
     * authorities, which takes longer than the rest of its first request.
     *
     * @throws StartFailure where the platform has no TLS
     */
    static SSLContext none() throws StartFailure {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[0], new TrustManager[0], null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new StartFailure(StartFailure.Kind.OTHER, "TLS cannot be used here: " + e.getMessage(), e);
        }
    }

    /**
     * A context that trusts the certificates of {@code caFile} and of the files that the variables {@code SSL_CERT_FILE} and
     * {@code NODE_EXTRA_CA_CERTS} name, besides the well-known; nothing where no file is named.
     *
     * @throws StartFailure where a file cannot be read or has no certificate in it
     */
    static Optional<SSLContext> trusting(Optional<String> caFile, Map<String, String> environment) throws StartFailure {
        Map<String, String> files = new LinkedHashMap<>();
        caFile.ifPresent(path -> files.put("--cacert", path));
        for (String variable : VARIABLES) {
            String path = environment.getOrDefault(variable, "");
            if (!path.isEmpty()) {
                files.put(variable, path);
            }
        }
        if (files.isEmpty()) {
            return Optional.empty();
        }
        List<Certificate> extra = new ArrayList<>();
        for (Map.Entry<String, String> file : files.entrySet()) {
            extra.addAll(read(file.getKey(), file.getValue()));
        }
        try {
            return Optional.of(context(extra));
        } catch (GeneralSecurityException | IOException e) {
            throw new StartFailure(
                    StartFailure.Kind.OTHER,
                    "The certificates of " + String.join(", ", files.values()) + " cannot be used: " + e.getMessage(),
                    e);
        }
    }

    private static List<Certificate> read(String source, String path) throws StartFailure {
        // The JDK reads byte by byte.
        try (InputStream in = new BufferedInputStream(new FileInputStream(path))) {
            List<Certificate> read =
                    List.copyOf(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (read.isEmpty()) {
                throw new IOException("there is no certificate in it");
            }
            return read;
        } catch (IOException | GeneralSecurityException e) {
            throw new StartFailure(
                    StartFailure.Kind.OTHER,
                    "The certificates of " + path + " (" + source + ") cannot be read: " + e.getMessage()
                            + ". It is to be a file of certificates in PEM.",
                    e);
        }
    }

    private static SSLContext context(List<Certificate> extra) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        int count = 0;
        for (X509Certificate known : wellKnown()) {
            store.setCertificateEntry("known-" + count++, known);
        }
        for (Certificate certificate : extra) {
            store.setCertificateEntry("extra-" + count++, certificate);
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers(store), null);
        return context;
    }

    private static List<X509Certificate> wellKnown() throws GeneralSecurityException {
        List<X509Certificate> all = new ArrayList<>();
        for (TrustManager each : managers(null)) {
            if (each instanceof X509TrustManager manager) {
                all.addAll(List.of(manager.getAcceptedIssuers()));
            }
        }
        return all;
    }

    private static TrustManager[] managers(@org.jspecify.annotations.Nullable KeyStore store)
            throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
