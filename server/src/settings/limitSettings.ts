import * as kind from './kinds.ts'
import type { Setting } from './Setting.ts'

const database = ['serve', 'migrate', 'doctor', 'user', 'config'] as const
const server = ['serve', 'config'] as const

/**
 * How much is taken at once, and how long anything may take: the part of the table of settings that keeps all in
 * bounds.
 */
export const limitSettings = {
  maxLimit: {
    kind: kind.count(1, 100_000),
    description: 'The most records that one find may ask for.',
    commands: server,
    default: '1000',
  },
  maxBulk: {
    kind: kind.count(1, 100_000),
    description: 'The most records that one bulk call may write, or touch beside those it names.',
    commands: server,
    default: '1000',
  },
  bodyLimit: {
    kind: kind.size('1KiB', '256MiB'),
    description: 'The largest request body that is taken.',
    commands: server,
    default: '1MiB',
  },
  answerLimit: {
    kind: kind.size('64KiB', '256MiB'),
    description: 'The largest answer that a read may have; more is refused.',
    commands: server,
    default: '16MiB',
  },
  poolSize: {
    kind: kind.count(1, 1000),
    description:
      'How many connections to the database are kept, by all workers together; each worker has at least one.',
    commands: server,
    default: '10',
  },
  preparedStatements: {
    kind: kind.boolean,
    description: 'Whether statements are prepared by name; false behind PgBouncer in transaction mode.',
    commands: server,
    default: 'true',
  },
  connectTimeout: {
    kind: kind.duration('10ms', '60s'),
    description: 'How long one database host may take to let us in.',
    commands: database,
    default: '2s',
  },
  queueTimeout: {
    kind: kind.duration('10ms', '60s'),
    description: 'How long a request waits for a connection to the database.',
    commands: server,
    default: '3s',
  },
  statementTimeout: {
    kind: kind.duration('10ms', '10m'),
    description: 'How long one statement may run.',
    commands: server,
    default: '5s',
  },
  requestTimeout: {
    kind: kind.duration('20ms', '20m'),
    description: 'How long a request may take in all; what is not answered by then is answered 503.',
    commands: server,
    derived: { from: 'statementTimeout', says: 'twice the time of a statement', derive: twice },
  },
  maxDelay: {
    kind: kind.duration('10ms', '60s'),
    description: 'How long requests may wait for each other; where even the quickest takes longer, some are refused.',
    commands: server,
    default: '50ms',
  },
  maxRequests: {
    kind: kind.count(1, 100_000),
    description: 'How many requests may be under way at once, by all workers together.',
    commands: server,
    default: '1000',
  },
  drainDelay: {
    kind: kind.duration('0s', '5m'),
    description: 'How long the service goes on accepting requests after SIGTERM, while /ready already says no.',
    commands: server,
    default: '2s',
  },
  drainTimeout: {
    kind: kind.duration('0s', '10m'),
    description: 'How long requests may take to end after that.',
    commands: server,
    default: '20s',
  },
} as const satisfies Record<string, Setting>

function twice(duration: string): string {
  return duration.replace(/^\d+/, (digits) => `${Number(digits) * 2}`)
}
