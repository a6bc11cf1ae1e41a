// Receives the webhooks of a service: `WEBHOOK_SECRET=whsec_… PORT=8190 node examples/webhook/receive.ts`. It checks
// the signature and the time of each message, skips repeats, and prints what changed.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

const { WEBHOOK_SECRET: secret = '', PORT: port = '8190' } = process.env
const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
// An empty key is one that everybody has: any message would pass for genuine.
if (key.length < 24) {
  console.error('Set WEBHOOK_SECRET to the secret of the webhook: the answer to its creation has it.')
  process.exit(1)
}
/** What has arrived. Keep it in your database, in the transaction that does the work. */
const seen = new Set<string>()

function isGenuine(headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false
  const own = createHmac('sha256', key)
    .update(`${String(id)}.${String(timestamp)}.${body}`)
    .digest()
  const sent = String(signatures)
    .split(' ')
    .map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'))
  return sent.some((one) => one.length === own.length && timingSafeEqual(one, own))
}

function receive(headers: IncomingHttpHeaders, body: string): number {
  if (!isGenuine(headers, body)) return 401
  const id = String(headers['webhook-id'])
  const { type }: { type: string } = JSON.parse(body)
  if (!seen.has(id)) console.log(type, id)
  seen.add(id)
  return 204
}

createServer((request, response) => {
  void text(request).then((body) => response.writeHead(receive(request.headers, body)).end())
}).listen(Number(port), () => console.log(`listening on port ${port}`))
