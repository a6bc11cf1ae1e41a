import type { Mailer } from './Mailer.ts'

/** Writes mails as text instead of sending them, while an application is developed. */
export function createTextMailer(write: (text: string) => void): Mailer {
  return {
    send: async ({ to, subject, text }) => write(`\nMail to ${to}: ${subject}\n\n${text.replaceAll(/^/gm, '  ')}\n`),
    close: () => {},
  }
}
