import * as kind from './kinds.ts'
import type { Setting } from './Setting.ts'

const server = ['serve', 'config'] as const

/** The settings of sessions and logins. */
export const sessionSettings = {
  sessionIdle: {
    kind: kind.duration('1s', '365d'),
    description: 'How long a session lives without use.',
    commands: server,
    default: '60m',
  },
  sessionLifetime: {
    kind: kind.duration('1s', '365d'),
    description: 'How long a session lives at most.',
    commands: server,
    default: '12h',
  },
  confirmFor: {
    kind: kind.duration('1s', '365d'),
    description: 'How long after a login or a confirmation a session changes rights without asking again.',
    commands: server,
    default: '1h',
  },
  loginAttempts: {
    kind: kind.count(1, 1_000_000),
    description: 'How many failed logins of one account from one network have no wait; after that, each wait doubles.',
    commands: server,
    default: '5',
  },
  loginWait: {
    kind: kind.duration('1s', '24h'),
    description: 'The longest of these waits.',
    commands: server,
    default: '15m',
  },
  loginRate: {
    kind: kind.count(1, 1_000_000),
    description: 'How many failed logins a minute are allowed from one network.',
    commands: server,
    default: '20',
  },
} as const satisfies Record<string, Setting>
