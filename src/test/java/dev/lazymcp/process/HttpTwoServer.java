package dev.lazymcp.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;

/** An MCP server that speaks HTTP/2 over TLS and nothing else: the JDK has no such server, Node.js has. */
record HttpTwoServer(Process process, String url) implements AutoCloseable {
    private static final String SCRIPT = """
            const http2 = require('http2');
            const pfx = require('fs').readFileSync(process.argv[2]);
            const server = http2.createSecureServer({ pfx, passphrase: process.argv[3] });
            let sessions = 0;
            let gated = () => {};
            const text = (said) => ({ content: [{ type: 'text', text: said }] });
            const tools = {
              version: (stream, reply) => reply(text(stream.session.alpnProtocol === 'h2' ? '2.0' : '?')),
              gate: (stream, reply) => { gated = () => reply(text('opened')); },
              open: (stream, reply) => { gated(); reply(text('done')); },
              streamed: (stream, reply, id) => {
                stream.respond({ ':status': 200, 'content-type': 'text/event-stream' });
                stream.write(': hello\\n\\n');
                stream.end('data: ' + JSON.stringify({ jsonrpc: '2.0', id, result: text(sessions + ' connection') }) + '\\n\\n');
              },
            };
            const methods = {
              initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'two', version: '1' } }),
              'tools/list': () => ({ tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' } })) }),
            };
            server.on('session', () => sessions++);
            server.on('stream', (stream, headers) => {
              stream.on('error', () => {});
              if (headers[':method'] !== 'POST') return stream.respond({ ':status': 405 }, { endStream: true });
              let body = '';
              stream.on('data', (chunk) => { body += chunk; });
              stream.on('end', () => {
                const { id, method, params } = JSON.parse(body);
                if (id === undefined) return stream.respond({ ':status': 202 }, { endStream: true });
                const reply = (result) => {
                  stream.respond({ ':status': 200, 'content-type': 'application/json' });
                  stream.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
                };
                if (method !== 'tools/call') return reply(methods[method]());
                const tool = tools[params.name];
                if (tool) tool(stream, reply, id); else reply(text('done'));
              });
            });
            server.listen(0, '127.0.0.1', () => console.log(server.address().port));
            process.stdin.resume().on('end', () => process.exit());
            """;

    /** A server with {@code keys}; it ends with this process. */
    static HttpTwoServer start(Sandbox sandbox, Keys keys) throws IOException {
        Path script = Files.writeString(sandbox.file("two.cjs"), SCRIPT);
        Process process = new ProcessBuilder(
                        "node", script.toString(), keys.store().toString(), Keys.PASSWORD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String port = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8)).readLine();
        if (port == null) {
            throw new IOException("the HTTP/2 server did not start");
        }
        return new HttpTwoServer(process, "https://localhost:" + port + "/mcp");
    }

    @Override
    public void close() {
        process.destroy();
    }
}
