import type { Health, TableHealth } from '../../schema/inspectHealth.ts'
import type { Finding } from './Finding.ts'

/** More pending changes than this make totals slow. */
const manyPending = 10_000
/** Fewer changed rows than this do not matter. */
const smallChange = 10_000
/** Autovacuum analyzes after a tenth and vacuums after a fifth: at twice that, it does not keep up. */
const shares = { analyze: 0.2, vacuum: 0.4 }
/** A table of this size should have been analyzed. */
const largeBytes = 8 * 1024 * 1024

/** Findings from the catalog and the statistics. */
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
    why: 'Its creation was interrupted. No search can use it, but every write must update it.',
    advice: [
      name.startsWith('tabularium.') ? `Run: reindex index concurrently ${name}` : 'Run: npx tabularium migrate apply',
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

/** Excluded: each fold empties this table, and it is always read completely. */
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
      why: 'PostgreSQL plans with old statistics, and may read whole tables although there is an index.',
      advice: [`Run: analyze ${name}`, 'Check that autovacuum is on: it should do that by itself.'],
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
          ? `${name} has ${dead} dead rows and about ${rows} live ones.`
          : `${name} got ${added} rows since it was vacuumed, and has about ${rows}.`,
      why: 'Reads must skip the dead rows, and index-only scans do not work until the table is vacuumed.',
      advice: [
        `Run: vacuum (analyze) ${name}`,
        'Check that autovacuum is on and that no transaction stays open for long (pg_stat_activity).',
      ],
    },
  ]
}
