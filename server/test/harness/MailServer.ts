import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from './poll.ts'

/** A mail as it arrived, whole and as text. */
export interface ArrivedMail {
  readonly to: string
  readonly message: string
  /** The message with its encoding of other characters and of long lines taken back. */
  readonly text: string
}

/** A mail server that keeps what it gets. */
export class MailServer {
  /** The mails that arrived, with their only recipient. */
  readonly arrived: ArrivedMail[] = []
  /** How often it answers "try again" before it takes the next message. */
  refusals = 0
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          if (this.refusals-- > 0) return callback(Object.assign(new Error('Try again later.'), { responseCode: 450 }))
          const to = session.envelope.rcptTo.map(({ address }) => address).join()
          const message = Buffer.concat(chunks).toString('utf8')
          this.arrived.push({ to, message, text: decode(message) })
          return callback()
        })
      },
    })
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer()
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve)
    })
    return server
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  /** Forgets what arrived, and takes messages again. */
  reset(): void {
    this.arrived.length = 0
    this.refusals = 0
  }

  /** Waits for the next mail to somebody, behind those that had arrived. */
  async next(to: string, after = 0): Promise<ArrivedMail> {
    return until(`a mail to ${to}`, () => this.arrived.slice(after).find((mail) => mail.to === to))
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(resolve)
    })
  }
}

/** The headers of one name, with the lines of each joined. */
export function headersOf(name: string, { message }: Pick<ArrivedMail, 'message'>): string[] {
  return message
    .slice(0, message.indexOf('\r\n\r\n'))
    .replaceAll('\r\n ', ' ')
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
}

/** The token of the link in a mail. */
export function tokenIn({ text }: Pick<ArrivedMail, 'text'>): string {
  const [, token] = /#token=([\w-]{43})\b/.exec(text) ?? []
  if (token === undefined) throw new Error(`No link in: ${text}`)
  return token
}

/** Takes quoted-printable back. */
function decode(message: string): string {
  return message
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString())
}
