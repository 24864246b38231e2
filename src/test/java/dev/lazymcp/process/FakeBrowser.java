package dev.lazymcp.process;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** The browser of somebody who agrees to everything: it goes to the address that is its argument and wherever it is sent from there. */
final class FakeBrowser {
    private static final int MOST = 10;

    private FakeBrowser() {}

    /** As the variable {@code LAZYMCP_BROWSER} names it. */
    static String command() {
        List<String> command = new ArrayList<>(FakeServer.command());
        command.set(command.size() - 1, FakeBrowser.class.getName());
        return String.join(" ", command);
    }

    public static void main(String[] args) throws IOException {
        URI at = URI.create(args[0]);
        for (int hops = 0; hops < MOST; hops++) {
            HttpURLConnection connection = (HttpURLConnection) at.toURL().openConnection();
            connection.setInstanceFollowRedirects(false);
            connection.setReadTimeout(30_000);
            int status = connection.getResponseCode();
            if (status / 100 != 3) {
                try (InputStream page = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                    if (page != null) {
                        page.readAllBytes();
                    }
                }
                return;
            }
            at = at.resolve(connection.getHeaderField("Location"));
        }
    }
}
