import type { Mutant } from './mutants.ts'

/** Promises about the caller's own account, deleted records, and documents with lines. */
export const documentsMutants: readonly Mutant[] = [
  {
    suite: 'me.test.ts',
    name: 'a key shows the roles of its user',
    file: 'statement/service/me.ts',
    from: 'const limited = isKey ?',
    to: 'const limited = isKey && id < 0 ?',
    tests: 'its roles limit what it may do',
  },
]
