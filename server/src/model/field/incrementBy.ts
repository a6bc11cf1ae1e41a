import { sql, type Sql } from '../../sql/sql.ts'
import type { Reading } from './FieldType.ts'
import type { IncrementRules } from './IncrementRules.ts'

/** What the increments of a number need to know of its type. */
interface NumberRules<F> {
  read(value: unknown, field: F): Reading
  inRange(field: F, result: Sql): Sql
  /** Reads a result as PostgreSQL prints it, to find what is wrong with it. */
  readResult(result: string, field: F): Reading
}

/** The increments of a number: `{"increment": -2}`. */
export function incrementBy<F>({ read, inRange, readResult }: NumberRules<F>): IncrementRules<F> {
  return {
    members: ['increment'],
    example: '{"increment": 1}',
    read: ({ increment }, field) => {
      const reading = read(increment, field)
      return 'fault' in reading ? { fault: `increment ${reading.fault}` } : reading
    },
    toSent: (increment) => ({ increment }),
    schema: () => ({ $ref: '#/components/schemas/Increment' }),
    add: (_, present, given) => sql`${present} + ${given}`,
    inRange,
    toText: (result) => sql`${result}::text`,
    describeFault: (result, field) => {
      const reading = readResult(result, field)
      return `would become ${result}: ${'fault' in reading ? reading.fault : 'that is not allowed'}`
    },
  }
}
