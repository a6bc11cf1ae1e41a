import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** The number of ports to try. */
const tries = 50

/** Finds the first free port from the wanted one on; 0 means any port. */
export async function findFreePort(wanted: number): Promise<number> {
  for (let port = wanted; port < wanted + tries && port <= 65_535; port++) {
    const found = await tryPort(port)
    if (found !== undefined) return found
  }
  throw new Error(`All ports from ${wanted} to ${wanted + tries - 1} are taken: choose another with --port.`)
}

/** Throws if the port is taken; 0 means any port. */
export async function requireFreePort(port: number): Promise<void> {
  if ((await tryPort(port)) !== undefined) return
  throw new Error(`Port ${port} of 127.0.0.1 is taken: stop the program that uses it, or choose another with --port.`)
}

async function tryPort(port: number): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' || code === 'EACCES') return undefined
    throw error
  } finally {
    server.close()
  }
}
