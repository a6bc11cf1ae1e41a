import { parseCheck } from '../../criteria/ParsedCheck.ts'
import type { Failure } from '../../failure/failure.ts'
import type { Check } from '../../model/Check.ts'
import type { Field } from '../../model/field/Field.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { checkConstraintOf } from '../../model/objectNames.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { Rejected } from '../../postgres/errors.ts'
import { type Sql, sql } from '../../sql/sql.ts'
import { isBroken } from './checks.ts'
import { StoredRow } from '../record/NewRow.ts'
import { wholeScope } from '../condition/ReadScope.ts'
import { toRefusedFailure } from './Reason.ts'

/**
 * The constraint that ensures a check for writes by SQL, too; undefined if more than the columns of the record decides,
 * such as other records, the time or the record before the write.
 */
export function checkConstraint(
  check: Check,
  model: Model,
  models: Models,
): { readonly name: string; readonly condition: Sql; readonly fields: readonly Field[] } | undefined {
  const parsed = parseCheck(check, model, models)
  if (parsed.isVarying || parsed.before.length > 0 || parsed.others.length > 0) return undefined
  const broken = isBroken(parsed, new StoredRow(model, wholeScope(models)))
  const condition = sql`not (${broken})`
  return { name: checkConstraintOf(model, condition.toText()), condition, fields: parsed.own }
}

/**
 * The constraint of a check refuses what the statement accepted. The check's message is the same in both cases.
 * Checks of the same condition share a constraint.
 */
export function findBrokenChecks(
  { constraint }: Rejected,
  model: Model,
  authorization: Authorization,
  models: Models,
): Failure | undefined {
  const broken = (model.checks ?? []).filter((check) => checkConstraint(check, model, models)?.name === constraint)
  if (broken.length === 0) return undefined
  return toRefusedFailure(
    broken.map((check) => ({ kind: 'check', name: check.name })),
    model,
    authorization,
  )
}
