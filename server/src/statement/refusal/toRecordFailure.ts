import { Failure, unavailable } from '../../failure/failure.ts'
import { checkNameOf } from '../../model/checkNameOf.ts'
import { typeOf } from '../../model/field/fieldTypes.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import { recordSchema, tableOf } from '../../model/names.ts'
import { objectNames, primaryKeyOf } from '../../model/objectNames.ts'
import { seriesOf } from '../../model/seriesOf.ts'
import type { Authorization } from '../../permission/Authorization.ts'
import type { Rejected } from '../../postgres/errors.ts'
import { findBrokenChecks } from './checkConstraint.ts'
import { findClash, toForeignClash } from './clash.ts'
import { findOwnConstraint } from './ownConstraint.ts'
import { missingFailure } from './Reason.ts'

/** The failure for an error that PostgreSQL reported about one record, by the names of our constraints. */
export function toRecordFailure(
  rejected: Rejected,
  model: Model,
  authorization: Authorization,
  models: Models,
): Error | undefined {
  const { rights } = authorization
  const ofOwnSql = findOwnConstraint(rejected, model, authorization, models)
  if (ofOwnSql) return ofOwnSql
  if (isAboutOthers(rejected))
    return (
      findKeyTaken(rejected) ??
      findIdTaken(rejected, model) ??
      findClash(rejected, model, authorization) ??
      findForeignRejection(rejected, model)
    )
  if (rejected.sqlState === '23503') {
    const reference = model.fields.find((field) => objectNames.reference(model, field) === rejected.constraint)
    return reference ? missingFailure(reference.name) : findForeignRejection(rejected, model)
  }
  return (
    findExcess(rejected, model, rights.forWriting(model)) ??
    findBrokenChecks(rejected, model, authorization, models) ??
    findLastAdministrator(rejected) ??
    findLoginOfService(rejected) ??
    findForeignRejection(rejected, model)
  )
}

/**
 * The failure for an error from a constraint or trigger that was added with SQL. An error under a name of ours is
 * none of these: it comes from newer models than this process has.
 */
export function findForeignRejection(rejected: Rejected, model: Model): Failure | undefined {
  const { sqlState, constraint = '', schema, raised } = rejected
  if (raised !== undefined) return new Failure('invalid-record', raised, { errors: {}, cause: rejected })
  if (!sqlState.startsWith('23') || schema !== recordSchema) return undefined
  // Newer models than those of this process may have declared it: what it says is not known here.
  if (sqlState === exclusion) return toForeignClash(rejected)
  if (looksOwn(constraint, model)) return undefined
  if (isAboutOthers(rejected)) return toForeignClash(rejected)
  const message = 'The record was not accepted: it breaks a rule of the database beyond those of the model.'
  return new Failure('invalid-record', message, { errors: {}, cause: rejected })
}

/** Of periods that overlap and of too many records; 23505 is that of values that are not unique. */
const exclusion = '23P01'

function isAboutOthers({ sqlState }: Rejected): boolean {
  return sqlState === '23505' || sqlState === exclusion
}

/** A newer model may have fields that are unknown here, so its names are recognised by their form only. */
function looksOwn(constraint: string, model: Model): boolean {
  const start = `${tableOf(model.name)}_`.slice(0, 54)
  return (
    constraint.startsWith(start) && /_(pkey|unique|index|reference|required|positive|[0-9a-f]{8})$/.test(constraint)
  )
}

/** The table of users ensures that there is always an administrator, who can change everything. */
export function findLastAdministrator({ constraint }: Rejected): Failure | undefined {
  if (constraint !== 'last_administrator') return undefined
  return new Failure(
    'not-permitted',
    'This is the last administrator who can log in: make somebody else an administrator first.',
  )
}

/** The table of users ensures that programs log in with API keys alone. */
function findLoginOfService({ constraint }: Rejected): Failure | undefined {
  if (constraint !== 'service_without_login') return undefined
  return new Failure('invalid-record', 'The record was not accepted; see errors for each field: kind.', {
    errors: { kind: 'service has API keys alone: leave out password and email, or set them to null' },
  })
}

/** Another write with the same Idempotency-Key came first. Its response can be repeated. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken'
}

/** The error for an Idempotency-Key that is already used; undefined for other errors. */
export function findKeyTaken({ constraint }: Rejected): KeyTaken | undefined {
  return constraint === 'answers_key_unique' ? new KeyTaken('The key is taken.') : undefined
}

/**
 * The id of a new record is used by another record. Sequences can be behind their records after a restore or a
 * failover: then another id must be drawn.
 */
export class IdTaken extends Error {
  override readonly name = 'IdTaken'
}

/** The error for an id that is already used; undefined for other errors. */
export function findIdTaken({ constraint }: Rejected, model: Pick<Model, 'name'>): IdTaken | undefined {
  return constraint === primaryKeyOf(model) ? new IdTaken('The id is taken.') : undefined
}

/**
 * The number of a new record is used by another record: records were written by hand, or the counter was set back. Then
 * another number must be drawn.
 */
export class NumberTaken extends Error {
  override readonly name = 'NumberTaken'
  readonly failure: Failure

  constructor(failure: Failure) {
    super('The number is taken.')
    this.failure = failure
  }
}

/**
 * The error for a number of a series that is already used; undefined for other errors. What the statement itself draws
 * is the same if it is tried again, so the operator must set the counter.
 */
export function findNumberTaken({ sqlState, constraint }: Rejected, model: Model): Error | undefined {
  if (sqlState !== '23505') return undefined
  const taken = seriesOf(model).find(({ field }) => objectNames.unique(model, field) === constraint)
  if (!taken) return undefined
  const failure = unavailable(
    `The series of ${model.name} gives out numbers that are taken: its counter is behind its records. ` +
      'The operator must run `npx tabularium doctor`.',
    { outcome: 'not-applied' },
  )
  return taken.series.isDrawnAhead ? new NumberTaken(failure) : failure
}

/** How often new ids are drawn for records whose ids are already used. */
export const maxDraws = 5

/** The failure after ids were drawn several times and all of them were already used. */
export function sequenceBehind(cause: unknown): Failure {
  return unavailable(
    'The database gives out ids that are taken: a sequence is behind its records. ' +
      'Its operator must run `npx tabularium doctor`.',
    { outcome: 'not-applied', cause },
  )
}

/**
 * The lock that a statement waited for until its time limit: that of an Idempotency-Key, or another one; undefined if
 * it did not fail because of a lock.
 */
export function findLock(error: unknown): 'key' | 'other' | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!('code' in cause) || !['55P03', '57014'].includes(String(cause.code))) continue
    return 'where' in cause && String(cause.where).includes('"answers_key_unique"') ? 'key' : 'other'
  }
  return undefined
}

/** The failure for a formula whose result does not fit its type. It is computed when the record is written. */
function findExcess({ constraint }: Rejected, model: Model, known: Model): Failure | undefined {
  const field = model.fields.find((one) => typeOf(one).violation && checkNameOf(model, one) === constraint)
  if (!field) return undefined
  if (!known.fields.some(({ name }) => name === field.name))
    return new Failure(
      'invalid-record',
      'The record was not accepted: a number that is computed from it is too large.',
      {
        errors: {},
      },
    )
  const errors = { [field.name]: typeOf(field).violation?.(field) ?? 'is too large' }
  return new Failure('invalid-record', `The record was not accepted; see errors for each field: ${field.name}.`, {
    errors,
  })
}
