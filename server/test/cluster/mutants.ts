import { type Fault, faults } from './faults.ts'

/** A service that is broken on purpose, and the fault under which it must be noticed. */
export interface Mutant {
  readonly name: string
  readonly file: string
  readonly from: string
  readonly to: string
  readonly fault: Fault
  /** The lists of the verdict of which one must have it. */
  readonly noticedAs: readonly ('lost' | 'doubled' | 'falselyRefused')[]
}

const faultOf = (name: string): Fault => {
  const fault = faults.find((one) => one.name === name)
  if (!fault) throw new Error(`There is no fault ${name}.`)
  return fault
}

/** What the checker must notice in every run. */
export const mutants: readonly Mutant[] = [
  {
    name: 'acknowledges before the commit is on a standby',
    file: 'postgres/sessionParameters.ts',
    from: `jit: 'off',`,
    to: `jit: 'off', synchronous_commit: 'off',`,
    fault: faultOf('split'),
    noticedAs: ['lost'],
  },
  {
    name: 'says not-applied of a write that was sent',
    file: 'postgres/errors.ts',
    from: `const outcome = classifyError(error).notApplied ?`,
    to: `const outcome = error instanceof NoAnswer || classifyError(error).notApplied ?`,
    fault: faultOf('no-standbys'),
    noticedAs: ['falselyRefused'],
  },
  {
    name: 'repeats a write that was sent',
    file: 'postgres/Database.ts',
    from: `(effect === 'read' && mayReadAgain(error))`,
    to: `mayReadAgain(error)`,
    fault: faultOf('end-waiting'),
    // The repeat of a create collides with the id of the first one, and is sent again with a new id. That of an update
    // or a delete, which are most writes, finds the version of the first one, and is refused.
    noticedAs: ['doubled', 'falselyRefused'],
  },
]
