import * as kind from './kinds.ts'
import type { Setting } from './Setting.ts'

const database = ['serve', 'migrate', 'doctor', 'user', 'config'] as const
/** Limits that the OpenAPI document names. */
const described = ['serve', 'openapi', 'config'] as const
const server = ['serve', 'config'] as const

/** The settings that limit sizes, numbers and times. */
export const limitSettings = {
  maxLimit: {
    kind: kind.count(1, 100_000),
    description: 'The maximum number of records that one find may return.',
    commands: described,
    default: '1000',
  },
  maxBulk: {
    kind: kind.count(1, 100_000),
    description: 'The maximum number of records that one bulk call may write, and of other records that it may change.',
    commands: described,
    default: '1000',
  },
  bodyLimit: {
    kind: kind.size('1KiB', '256MiB'),
    description: 'The maximum size of a request body.',
    commands: server,
    default: '1MiB',
  },
  answerLimit: {
    kind: kind.size('64KiB', '256MiB'),
    description: 'The maximum size of the answer to a read or to a write of many records; a larger answer is refused.',
    commands: server,
    default: '16MiB',
  },
  poolSize: {
    kind: kind.count(1, 1000),
    description: 'How many connections to the database all workers together have; each worker has at least one.',
    commands: server,
    default: '10',
  },
  preparedStatements: {
    kind: kind.boolean,
    description: 'Whether named prepared statements are used; set it to false behind PgBouncer in transaction mode.',
    commands: server,
    default: 'true',
  },
  connectTimeout: {
    kind: kind.duration('10ms', '60s'),
    description: 'How long a connection to one database host may take to open.',
    commands: database,
    default: '2s',
  },
  actionTimeout: {
    kind: kind.duration('10ms', '10m'),
    description: 'How long an action may take that declares no time of its own.',
    commands: server,
    default: '5s',
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
    description: 'How long a request may take in total; after that it is answered with 503.',
    commands: server,
    derived: { from: 'statementTimeout', describedAs: 'twice the statement timeout', derive: twice },
  },
  aggregateTimeout: {
    kind: kind.duration('20ms', '20m'),
    description: 'How long an aggregate may take in total, instead of the timeouts of statements and requests.',
    commands: server,
    default: '10s',
  },
  maxDelay: {
    kind: kind.duration('10ms', '60s'),
    description: 'How long requests may wait for each other; if even the fastest waits longer, some are refused.',
    commands: server,
    default: '50ms',
  },
  maxRequests: {
    kind: kind.count(1, 100_000),
    description: 'How many requests may be under way at once, in all workers together.',
    commands: server,
    default: '1000',
  },
  maxStreams: {
    kind: kind.count(0, 100_000),
    description: 'How many clients of one worker may follow changes by streams or waiting requests at once.',
    commands: server,
    default: '1000',
  },
  maxExports: {
    kind: kind.count(0, 100),
    description: 'How many exports of one worker may run at once; a user has one of them.',
    commands: server,
    default: '2',
  },
  exportTimeout: {
    kind: kind.duration('1s', '24h'),
    description: 'How long an export may take; its snapshot keeps PostgreSQL from cleaning up.',
    commands: server,
    default: '10m',
  },
  exportLimit: {
    kind: kind.size('1MiB', '64GiB'),
    description: 'The maximum size of the file of an export; a larger one is broken off.',
    commands: server,
    default: '4GiB',
  },
  drainDelay: {
    kind: kind.duration('0s', '5m'),
    description:
      'How long the service still accepts requests after SIGTERM, while /ready reports that it is not ready.',
    commands: server,
    default: '2s',
  },
  drainTimeout: {
    kind: kind.duration('0s', '10m'),
    description: 'How long requests under way may take to end after that.',
    commands: server,
    default: '20s',
  },
} as const satisfies Record<string, Setting>

function twice(duration: string): string {
  return duration.replace(/^\d+/, (digits) => `${Number(digits) * 2}`)
}
