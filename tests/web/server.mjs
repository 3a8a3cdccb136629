// SPDX-License-Identifier: MIT
// server.mjs - serves web/ on this machine, with the headers that a real host should send; keeps a list of requests.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** {url, requests, close()} */
export async function serve(folder) {
  const requests = [];
  const server = createServer(async (request, response) => {
    requests.push(request.url);
    const path = normalize(new URL(request.url, 'http://x').pathname);
    try {
      const body = await readFile(join(folder, path === '/' ? 'index.html' : path));
      const type = TYPES[extname(path === '/' ? '.html' : path)] ?? 'text/html';
      response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY, 'x-content-type-options': 'nosniff' });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}/`, requests, close: () => server.close() };
}
