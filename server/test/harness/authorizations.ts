import { isSecret } from '../../src/model/field/text.ts'
import type { Model } from '../../src/model/Model.ts'
import type { Models } from '../../src/model/Models.ts'
import type { Authorization } from '../../src/permission/Authorization.ts'
import type { Credential } from '../../src/permission/Credential.ts'
import { Rights } from '../../src/permission/Rights.ts'
import type { Rule } from '../../src/permission/Rule.ts'
import type { Sql } from '../../src/sql/sql.ts'
import { authCheckFor } from '../../src/statement/authorization/authCheck.ts'

/** The credentials of all callers here; all of them would be noticed in a text. */
export const credential: Credential = {
  id: 7777,
  hash: 'canary',
  isKey: false,
  isAdmin: false,
  revision: '7777',
  generation: 1,
  rules: 'canary',
  times: { idle: 7_777_000, lifetime: 7_777_000 },
  confirm: { within: 3_600_000, passwordUse: 'all' },
}

/** The auth check of several callers. */
export function authCheckOf(size: number, isKey = false): Sql {
  return authCheckFor(
    Array.from({ length: size }, (_, index) => ({ ...credential, isKey, id: 7_777 + index, hash: `canary${index}` })),
  )
}

/**
 * A user who sees everything, and one who sees some records of each model, and one field only in some of those,
 * depending on who they are.
 */
export function authorizationsOf(
  models: Models,
): { readonly visibility: string; readonly authorization: Authorization }[] {
  return [
    { visibility: 'everything', authorization: { userId: 7777, rights: new Rights('', [], true, models), credential } },
    { visibility: 'some records', authorization: narrowGrant(models) },
  ]
}

/** The authorization of a user with restricted rights; two with the same key have the same rights. */
export function narrowGrant(models: Models, userId = 7777, key = ' narrow'): Authorization {
  const rules = models.all.flatMap((model) => [ownRule(model), publicRule(model)])
  return { userId, rights: new Rights(key, rules, false, models), credential }
}

/** The authorization of a user with rights only for their own records: these rules contain no value. */
export function ownGrant(models: Models): Authorization {
  return { userId: 7777, rights: new Rights(' own', models.all.map(ownRule), false, models), credential }
}

const noRule: Rule = {
  id: null,
  role: null,
  model: '',
  condition: null,
  readFields: null,
  writeFields: null,
  read: false,
  create: false,
  update: false,
  delete: false,
}

/** Users may do everything with records that they created. */
function ownRule({ name }: Model): Rule {
  const condition = { fieldName: 'createdBy', operator: '=', value: '$user.id' }
  return { ...noRule, model: name, condition, read: true, create: true, update: true, delete: true }
}

/** Of other records a part is visible, and not in every record. */
function publicRule(model: Model): Rule {
  const names = [...model.fields, ...model.relations].map(({ name }) => name)
  const condition = { operator: 'or', criteria: criteriaOf(model) }
  return { ...noRule, model: model.name, condition, read: true, readFields: names.slice(0, -1) }
}

/** Criteria of every kind: values, variables, over references and over relations. */
function criteriaOf({ fields, relations }: Model): object[] {
  const text = fields.find((field) => field.type === 'text' && !isSecret(field))
  const reference = fields.find(({ type }) => type === 'reference')
  return [
    { fieldName: 'id', operator: 'in', value: [7777, 7778] },
    { fieldName: 'updatedOn', operator: '>', value: '$now' },
    ...(text ? [{ fieldName: text.name, operator: '=', value: '$user.username' }] : []),
    ...(reference ? [{ fieldName: `${reference.name}.createdBy`, operator: '=', value: '$user.id' }] : []),
    ...relations.map(({ name }) => ({ fieldName: `${name}.updatedBy`, operator: '=', value: '$user.id' })),
  ]
}
