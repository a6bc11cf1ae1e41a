import { connect } from 'node:net'

/** Sends bytes as they are on a new connection, and returns everything until the peer closes it. */
export function rawExchange(base: string, bytes: string | Buffer, within = 10_000): Promise<string> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(within, () => socket.destroy(new Error(`The connection stayed open for ${within} ms.`)))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')))
  })
}
