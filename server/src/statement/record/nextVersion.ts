import { type Sql, sql, trusted } from '../../sql/sql.ts'
import { versionLeap } from '../../versions/versionLeap.ts'

const leap = trusted(`${versionLeap}`)

/**
 * The version after an update. It leaps with the first write after a restore: a client may know the record at versions
 * that were lost, and must not be able to update what others wrote instead.
 */
export function nextVersion(version: Sql, updatedOn: Sql): Sql {
  return sql`${version} + case
    when ${updatedOn} < (select max(epochs.begun_on) from tabularium.epochs) then ${leap} else 1
  end`
}

/** The version of a deleted record that is restored. It may have been restored before, in a history that was lost. */
export function versionOfRecreated(version: Sql): Sql {
  return sql`${version} + case when exists (select from tabularium.epochs) then ${leap} else 1 end`
}
