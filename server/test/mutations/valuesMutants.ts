import type { Mutant } from './mutants.ts'

/** What the values of fields may be: limits, tidying, unique groups, default variables and choices. */
export const valuesMutants: readonly Mutant[] = [
  {
    suite: 'limits.test.ts',
    name: 'a value below min is taken',
    file: 'model/field/limits.ts',
    from: 'if (min !== undefined && isPast(min, -1))',
    to: 'if (min !== undefined && isPast(min, 0))',
    tests: 'asked of a create and an update',
  },
  {
    suite: 'limits.test.ts',
    name: 'the database does not keep the limits',
    file: 'model/field/limits.ts',
    from: 'return conditions.length === 0 ? undefined',
    to: 'return conditions.length >= 0 ? undefined',
    tests: 'kept by the database',
  },
  {
    suite: 'limits.test.ts',
    name: 'a search may compare only with values within the limits',
    file: 'model/field/date.ts',
    from: '  parseOperand: parseDay,\n',
    to: '',
    tests: 'do not restrict what a search compares with',
  },
]
