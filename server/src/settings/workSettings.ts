import * as kind from './kinds.ts'
import type { Setting } from './Setting.ts'

const server = ['serve', 'config'] as const

/** The settings of what processes do besides answering requests. */
export const workSettings = {
  work: {
    kind: kind.boolean,
    description: 'Whether serve also runs jobs, reactions, schedules and webhooks; if not, tabularium work does.',
    commands: server,
    default: 'true',
  },
  maxJobs: {
    kind: kind.count(1, 1000),
    description: 'How many jobs one process runs at the same time.',
    commands: server,
    default: '8',
  },
  workLease: {
    kind: kind.duration('1s', '10m'),
    description: 'After which time the jobs and reactions of a process that died are taken over by another.',
    commands: server,
    default: '30s',
  },
  jobLifetime: {
    kind: kind.duration('1m', '365d'),
    description: 'How long jobs that are done are kept; failed ones are kept until somebody deletes them.',
    commands: server,
    default: '30d',
  },
} as const satisfies Record<string, Setting>
