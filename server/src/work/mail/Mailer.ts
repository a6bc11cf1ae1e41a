/** A mail that is ready to be sent, to one recipient, in plain text. */
export interface OutgoingMail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly replyTo?: string | undefined
  /** The same at every try: mail programs show a message that arrives twice once. */
  readonly messageId: string
}

/** Hands mails over to a mail server, or to whoever stands for one. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<void>
  close(): void
}
