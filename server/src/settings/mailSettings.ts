import { withoutPassword } from '../postgres/address.ts'
import * as kind from './kinds.ts'
import type { Setting } from './Setting.ts'

/** The URL of a mail server. */
const smtpUrl: kind.Kind<string> = {
  placeholder: 'url',
  example: 'smtp://user:password@mail.example.com:587',
  parse: (given) => {
    const isSmtp = URL.canParse(given) && ['smtp:', 'smtps:'].includes(new URL(given).protocol)
    if (!isSmtp || new URL(given).hostname === '')
      throw new TypeError('must begin with smtp:// or smtps:// and a host; write / of the password as %2F and so on')
    return given
  },
  mask: withoutPassword,
}

const server = ['serve', 'config'] as const

/** The settings of mails. */
export const mailSettings = {
  smtpUrl: {
    kind: smtpUrl,
    description: 'The mail server. Without it mails wait, as jobs.',
    commands: ['serve', 'doctor', 'config'],
    optional: true,
    secret: true,
  },
  mailFrom: {
    kind: { ...kind.text, placeholder: 'address', example: 'Equipment desk <desk@example.com>' },
    description: 'The sender of mails. It is required with smtpUrl.',
    commands: server,
    optional: true,
  },
  mailRate: {
    kind: kind.count(1, 1_000_000),
    description: 'The most mails an hour, of all processes together. One recipient gets at most 20.',
    commands: server,
    default: '600',
  },
} as const satisfies Record<string, Setting>
