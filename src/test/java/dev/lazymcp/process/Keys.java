package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A key for TLS with a certificate that nobody knows, made for one test.
 *
 * @param store where the key is
 * @param certificate a file with the certificate in PEM
 */
record Keys(Path store, Path certificate) {
    /** What the store is opened with. */
    static final String PASSWORD = "changeit";

    /** A key for a host of that {@code name}. */
    static Keys of(Sandbox sandbox, String name) throws IOException, InterruptedException {
        Keys keys = new Keys(sandbox.file(name + ".p12"), sandbox.file(name + ".pem"));
        keys.keytool("-genkeypair", "-alias", "k", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "san=dns:" + name);
        keys.keytool("-exportcert", "-alias", "k", "-rfc", "-file", keys.certificate.toString());
        return keys;
    }

    /** Makes sockets that speak TLS with it. */
    ServerSocketFactory sockets() throws IOException, GeneralSecurityException {
        KeyStore loaded = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            loaded.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(loaded, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(factory.getKeyManagers(), null, null);
        return context.getServerSocketFactory();
    }

    private void keytool(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD, "-storetype", "PKCS12"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
    }
}
