import { Failure } from '../../failure/failure.ts'
import { requireValue } from '../../failure/invariant.ts'
import type { Model } from '../../model/Model.ts'
import type { Models } from '../../model/Models.ts'
import type { OwnConstraint } from '../../model/ownSql.ts'
import { type Authorization, textFor } from '../../permission/Authorization.ts'
import type { Rejected } from '../../postgres/errors.ts'
import { toClashFailure } from './clash.ts'

/** The failure of a record that breaks a constraint of the application's own SQL, with the message that it declares. */
export function findOwnConstraint(
  rejected: Rejected,
  model: Model,
  authorization: Authorization,
  models: Models,
): Failure | undefined {
  const { constraint = '' } = rejected
  const declared = findDeclared(constraint, model, models)
  return declared && toFailure(declared, constraint, model, authorization, rejected)
}

/** The same for a constraint that is declared, and known to be broken. */
export function requireOwnConstraint(
  constraint: string,
  model: Model,
  authorization: Authorization,
  models: Models,
): Failure {
  const declared = requireValue(findDeclared(constraint, model, models), `The constraint ${constraint}`)
  return toFailure(declared, constraint, model, authorization)
}

function findDeclared(constraint: string, model: Model, { ownSql }: Models): OwnConstraint | undefined {
  const own = ownSql.find(({ on, constraints }) => on.includes(model.name) && Object.hasOwn(constraints, constraint))
  return own?.constraints[constraint]
}

function toFailure(
  { code = 'invalid-record', fields: declaredFields, message: words }: OwnConstraint,
  constraint: string,
  model: Model,
  authorization: Authorization,
  cause?: Rejected,
): Failure {
  if (code !== 'invalid-record') {
    const broken = { code, name: constraint, fields: declaredFields, errorFields: declaredFields, message: words }
    return toClashFailure(broken, model, authorization)
  }
  const known = authorization.rights.forWriting(model).fields.map(({ name }) => name)
  const fields = declaredFields.filter((field) => known.includes(field))
  if (fields.length === 0) return new Failure('invalid-record', hidden, { errors: {}, cause })
  const message = textFor(words, authorization)
  return new Failure(
    'invalid-record',
    `The record was not accepted; see errors for each field: ${fields.join(', ')}.`,
    {
      errors: Object.fromEntries(fields.map((field) => [field, message])),
      data: { constraint },
      cause,
    },
  )
}

/** The caller may not know the fields that the constraint is about. */
const hidden = 'The record was not accepted: it breaks a rule about fields that you may not see.'
