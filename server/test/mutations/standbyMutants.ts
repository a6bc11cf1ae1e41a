import type { Mutant } from './mutants.ts'

/** The guarantees of reads from standbys. */
export const standbyMutants: readonly Mutant[] = [
  {
    suite: 'standbyReads.test.ts',
    name: 'a standby is read before it has replayed what was acknowledged',
    file: 'postgres/standby/StandbyMonitor.ts',
    from: ' && this.#replayed.lsn >= lsn',
    to: '',
    tests: 'while it is behind',
  },
  {
    suite: 'standbyTimelines.test.ts',
    name: 'a standby of another timeline is read',
    file: 'postgres/standby/StandbyMonitor.ts',
    from: ' && this.#replayed.timeline === timeline',
    to: ' && this.#replayed.timeline <= timeline',
    tests: 'of another timeline',
  },
  {
    suite: 'standbyReads.test.ts',
    name: 'rights are those of the standby',
    file: 'postgres/standby/StandbyReads.ts',
    from: "(options.accepts?.(rows) ?? true) ? rows : 'rights'",
    to: 'rows',
    tests: 'the standby shows it already',
  },
  {
    suite: 'standbyReads.test.ts',
    name: 'a frozen standby is waited for',
    file: 'postgres/standby/Standby.ts',
    from: 'this.#pool?.disconnect()',
    to: '',
    tests: 'while it is frozen',
  },
]
