// Serves a directory on a free port of the loopback interface; prints the port.
// An archive below /cut-off/ is promised in full and broken off half-way.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = process.argv[2];

const server = createServer((request, response) => {
  const path = new URL(request.url, 'http://localhost').pathname;
  const cutOff = /^\/cut-off\/.*\.(tar\.gz|zip)$/.test(path);
  let content;
  try {
    content = readFileSync(join(root, path.replace(/^\/cut-off/, '')));
  } catch (error) {
    response.writeHead(error.code === 'ENOENT' ? 404 : 500).end();
    return;
  }
  response.writeHead(200, { 'Content-Length': content.length });
  if (!cutOff) {
    response.end(content);
    return;
  }
  response.write(content.subarray(0, content.length >> 1), () => response.destroy());
});

server.listen(0, '127.0.0.1', () => console.log(server.address().port));
