import { userModel } from '../../model/builtIn/names.ts'
import { plainUser } from '../../model/builtIn/plainModels.ts'
import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import { columnOf } from '../../model/names.ts'
import { name, type Sql, sql } from '../../sql/sql.ts'
import { column } from './columns.ts'

const verified = plainUser.fields.filter(({ name: own }) => own === 'emailVerifiedOn')
const [email, verifiedOn] = [columnOf('email'), columnOf('emailVerifiedOn')]

/**
 * What an update of a user's address sets besides: another address is not known to be the user's own, unless the update
 * says so itself. Otherwise whoever may write addresses could have the link for a new password sent to their own.
 */
export function verificationOfUpdate(
  model: Model,
  fields: readonly Field[],
): { readonly fields: readonly Field[]; readonly changes: readonly Sql[] } {
  const has = (wanted: string) => fields.some((field) => field.name === wanted)
  if (model.name !== userModel || !has('email') || has('emailVerifiedOn')) return { fields: [], changes: [] }
  const isOther = sql`${column('input', email)} is distinct from ${column('_old', email)}`
  const value = sql`case when not ${isOther} then ${column('_old', verifiedOn)} end`
  return { fields: verified, changes: [sql`${name(verifiedOn)} = ${value}`] }
}
