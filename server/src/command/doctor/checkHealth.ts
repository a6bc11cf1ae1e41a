import type { Health, TableHealth } from '../../schema/inspectHealth.ts'
import type { Finding } from './Finding.ts'

/** So many pending changes make totals slow. */
const manyPending = 10_000
/** Small tables are vacuumed late and nobody notices. */
const smallChange = 10_000
/** Autovacuum analyzes after a tenth and vacuums after a fifth: at twice that, it does not keep up. */
const shares = { analyze: 0.2, vacuum: 0.4 }
/** A table of this size that was never analyzed matters. */
const largeBytes = 8 * 1024 * 1024

/** What the catalog and the statistics tell that an operator should know. */
export function checkHealth(health: Health): Finding[] {
  return [
    ...health.invalidIndexes.map(toInvalidIndex),
    ...health.missingMonths.map((month) => toMissingMonth(month, health.thisMonth)),
    ...(health.pending > manyPending ? [toLateFold(health.pending)] : []),
    ...health.tables.flatMap((table) => [...checkAnalyzed(table), ...checkVacuumed(table)]),
  ]
}

function toInvalidIndex(name: string): Finding {
  return {
    check: 'indexes',
    what: `The index ${name} is not valid.`,
    why: 'It was left behind when it was made and serves no search, but every write pays for it.',
    advice: [
      name.startsWith('tabularium.') ? `Run: reindex index concurrently ${name}` : 'Run: tabularium migrate apply',
    ],
  }
}

function toMissingMonth(month: string, thisMonth: string): Finding {
  return {
    check: 'journal',
    what: `The journal has no partition for ${month}.`,
    why: month === thisMonth ? 'Every write fails.' : 'When that month begins, every write fails.',
    advice: [
      'Run: select tabularium.prepare_journal(3)',
      'The service does that by itself: see that one runs, and look for "housekeeping failed" in its log.',
    ],
  }
}

function toLateFold(pending: number): Finding {
  return {
    check: 'fold',
    what: `${pending} changes of counts wait to be folded.`,
    why: 'Every total adds up all of them.',
    advice: [
      'The service folds them by itself: see that one runs, and look for "housekeeping failed" in its log.',
      'Look for transactions that stay open for long (pg_stat_activity).',
    ],
  }
}

/** All of what comes and goes with each fold, and is always read whole. */
const deltas = 'tabularium.count_deltas'

function checkAnalyzed({ name, rows, changed, analyzed, bytes }: TableHealth): Finding[] {
  const stale = changed > smallChange + shares.analyze * Math.max(rows, 0)
  if (name === deltas || (!stale && (analyzed || bytes < largeBytes))) return []
  return [
    {
      check: 'statistics',
      what: analyzed
        ? `${name} was written to in ${changed} rows since it was analyzed, and has about ${rows}.`
        : `${name} was never analyzed.`,
      why: 'PostgreSQL plans by what it knew then, and may read whole tables where an index would do.',
      advice: [`Run: analyze ${name}`, 'See that autovacuum is on: it should do that by itself.'],
    },
  ]
}

function checkVacuumed({ name, rows, dead, added }: TableHealth): Finding[] {
  const limit = smallChange + shares.vacuum * Math.max(rows, 0)
  if (dead <= limit && added <= limit) return []
  return [
    {
      check: 'statistics',
      what:
        dead > limit
          ? `${name} has ${dead} dead rows beside about ${rows} that live.`
          : `${name} got ${added} rows since it was vacuumed, and has about ${rows}.`,
      why: 'Reads pass over the dead, and an index alone cannot answer until the table is vacuumed.',
      advice: [
        `Run: vacuum (analyze) ${name}`,
        'See that autovacuum is on and that no transaction stays open for long (pg_stat_activity).',
      ],
    },
  ]
}
