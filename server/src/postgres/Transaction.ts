import type { Sql } from '../sql/sql.ts'
import type { Values } from './Database.ts'

/** Several statements that happen together or not at all. */
export interface Transaction {
  run(statement: Sql): Promise<Values[]>
  /** Does a part that may be refused without ending the whole: what it wrote is taken back when it throws. */
  attempt<T>(part: () => Promise<T>): Promise<T>
}

/** Whether the end of a transaction is to be kept. */
export type Ending = 'commit' | 'rollback'
