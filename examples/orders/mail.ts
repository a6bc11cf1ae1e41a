import { role } from 'tabularium'
import { Customer } from './Customer.ts'
import { Order } from './Order.ts'

/** Reads what the mails to customers tell. */
export const mailing = role({
  name: 'mailing',
  help: 'Reads orders and the addresses of their customers, for the mails to customers.',
  rules: [
    { model: Order, read: true, readFields: ['number', 'customer', 'status'] },
    { model: Customer, read: true, readFields: ['name', 'email'] },
  ],
})

/** A mail to a customer. */
interface Mail {
  readonly to: { readonly name: string; readonly email: string | null }
  readonly subject: string
  readonly text: string
  /** The key of the job: the same at every try. */
  readonly key: string
}

/**
 * Sends a mail. The mail server is the variable SMTP_URL, such as smtp://user:password@mail.example.com:587. It needs
 * npm install nodemailer. Returns false if there is no server or no address.
 */
export async function sendMail({ to, subject, text, key }: Mail): Promise<boolean> {
  const server = process.env['SMTP_URL']
  if (to.email === null || server === undefined) return false
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(server)
  await transport.sendMail({
    from: 'orders@example.com',
    to: { name: to.name, address: to.email },
    subject,
    text: `Dear ${to.name},\n\n${text}\n`,
    // Mail programs show a message that arrives twice once.
    messageId: `<${key.replaceAll('/', '.')}@example.com>`,
  })
  transport.close()
  return true
}
