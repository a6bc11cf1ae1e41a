import type { Mailer, OutgoingMail } from './Mailer.ts'

/** A mail server, and in whose name mails are sent. */
export interface SmtpOptions {
  readonly url: string
  readonly from: string
  /** Whether the connection must have TLS: unless the server is on this machine. */
  readonly requireTls: boolean
}

/** How long one step of an SMTP session may take, in milliseconds. */
const patience = 20_000

/** Sends mails to an SMTP server. A service without one does not load the package that speaks SMTP. */
export async function createSmtpMailer({ url, from, requireTls }: SmtpOptions): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    requireTLS: requireTls,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  } as Parameters<typeof createTransport>[0])
  return {
    send: async (mail) => void (await transport.sendMail(toMessage(mail, from))),
    close: () => transport.close(),
  }
}

/** The addresses are objects, so that nothing in them is read as a list or as a header. */
function toMessage({ to, subject, text, replyTo, messageId }: OutgoingMail, from: string) {
  return {
    from,
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
