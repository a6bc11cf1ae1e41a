import * as kind from './kinds.ts'
import type { Setting } from './Setting.ts'

const server = ['serve', 'config'] as const

/** The part of the table that is about sessions and how they begin. */
export const sessionSettings = {
  sessionIdle: {
    kind: kind.duration('1s', '365d'),
    description: 'How long a session lives without being used.',
    commands: server,
    default: '60m',
  },
  sessionLifetime: {
    kind: kind.duration('1s', '365d'),
    description: 'How long a session lives at most.',
    commands: server,
    default: '12h',
  },
  loginAttempts: {
    kind: kind.count(1, 1_000_000),
    description:
      'How many wrong logins of one account from one network are free, before each wait is twice the one before.',
    commands: server,
    default: '5',
  },
  loginWait: {
    kind: kind.duration('1s', '24h'),
    description: 'How long the longest of these waits is.',
    commands: server,
    default: '15m',
  },
  loginRate: {
    kind: kind.count(1, 1_000_000),
    description: 'How many wrong logins may come from one network in a minute.',
    commands: server,
    default: '20',
  },
} as const satisfies Record<string, Setting>
