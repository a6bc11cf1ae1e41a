import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A package as `npm pack` made it. */
export interface PackedPackage {
  readonly name: string
  readonly version: string
  /** The tarball. */
  readonly file: string
  /** What its package.json says. */
  readonly manifest: object
}

/**
 * A registry that has our packages as if they were published, and leads to the machine's own registry for all others.
 * So a test can install them by their names, `npm create tabularium` included.
 */
export class Registry {
  readonly url: string
  readonly #server: Server

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  }

  static async start(packages: readonly PackedPackage[], upstream: string): Promise<Registry> {
    const server = createServer((request, response) => answer(request, response, packages, upstream))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new Registry(server)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

function answer(
  { url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  packages: readonly PackedPackage[],
  upstream: string,
): void {
  const name = decodeURIComponent(url.slice(1).split('?')[0] ?? '')
  const found = packages.find((one) => one.name === name || name === tarballPath(one))
  if (!found) return void response.writeHead(307, { location: new URL(url.slice(1), upstream).href }).end()
  if (found.name !== name) return void response.end(readFileSync(found.file))
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(describe(found, `http://${headers.host}/`)))
}

function tarballPath({ name, version }: PackedPackage): string {
  return `${name}/-/${name.split('/').at(-1)}-${version}.tgz`
}

/** The document of a package with one version, which is old enough for tools that distrust new versions. */
function describe(packed: PackedPackage, registry: string): object {
  const { name, version, file, manifest } = packed
  const digest = (algorithm: string, form: 'hex' | 'base64') =>
    createHash(algorithm).update(readFileSync(file)).digest(form)
  const dist = {
    tarball: `${registry}${tarballPath(packed)}`,
    integrity: `sha512-${digest('sha512', 'base64')}`,
    shasum: digest('sha1', 'hex'),
  }
  const on = '2020-01-01T00:00:00.000Z'
  return {
    name,
    'dist-tags': { latest: version },
    versions: { [version]: { ...manifest, dist } },
    time: { created: on, modified: on, [version]: on },
  }
}
