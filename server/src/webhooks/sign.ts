import { createHmac } from 'node:crypto'

/** The prefix of a secret of Standard Webhooks; the key follows in base64. */
const prefix = 'whsec_'

/** What a receiver recognises a message by. */
export interface Signed {
  /** The same each time that the message is sent. */
  readonly id: string
  /** When it is sent, in seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of Standard Webhooks, with a signature for each secret: receivers can change from one to the other. */
export function signedHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
