import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Serves the files of a folder on a free port, as a web server in front of an application does. */
export async function serveFiles(folder: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    const name = path === '/' ? '/index.html' : path
    readFile(join(folder, name)).then(
      (file) => response.writeHead(200, { 'content-type': types[extname(name)] ?? 'text/plain' }).end(file),
      () => response.writeHead(404).end(),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${portOf(server)}`, close: () => closed(server) }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
