import { userModel } from '../model/builtIn/names.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { knownCurrencyOf } from '../model/field/money.ts'
import { isAuthor } from '../model/field/reference.ts'
import type { Schema, SchemaContext } from '../model/field/Schema.ts'
import { isSecret } from '../model/field/text.ts'
import type { Relation } from '../model/relation/Relation.ts'
import { titleNames } from '../model/titleNames.ts'
import { uniqueKeysOf } from '../model/uniqueKeys.ts'
import { extentsOfMember } from '../permission/extents.ts'
import type { Rights } from '../permission/Rights.ts'
import { describeMember, withDescription } from './describeField.ts'
import type { KnownModel } from './KnownModel.ts'
import { closedObject, listOf, nullable, schemaRef, shownObject } from './refs.ts'

const whole: Schema = { type: 'integer', format: 'int64' }
const moment: Schema = { type: 'string', format: 'date-time', readOnly: true }
const author: Schema = { ...schemaRef('Author'), readOnly: true }
const audit = { createdOn: moment, createdBy: author, updatedOn: moment, updatedBy: author }

const identified = shownObject({ id: whole, version: whole }, ['id'])

/** What every record has: its id and version, and who wrote it when. Only the id is always shown. */
export const audited: Schema = shownObject({ id: whole, version: whole, ...audit }, ['id'])

/** The schemas of a record that the caller may not see: a user has the names of an author all the same. */
function unseen(target: string): { readonly shown: string; readonly sent: string } {
  return target === userModel ? { shown: 'Author', sent: 'SentUser' } : { shown: 'Reference', sent: 'SentReference' }
}

/** How values that name records of other models are described to a caller. */
export function schemaContextOf(rights: Rights): SchemaContext {
  const isSeen = (target: string) => rights.visibility.models.find(target) !== undefined
  return {
    shownRecord: (target) => schemaRef(isSeen(target) ? `${target}.Shown` : unseen(target).shown),
    sentReference: (target) => schemaRef(isSeen(target) ? `${target}.Reference` : unseen(target).sent),
  }
}

/** The schemas of a model's records in answers, and of what names one of them in a request. */
export function recordSchemas(model: KnownModel): Record<string, Schema> {
  const { name, seen } = model
  return {
    [name]: toWhole(model),
    [`${name}.Shown`]: toShown(model),
    ...(seen ? { [`${name}.Reference`]: toReference(model) } : {}),
  }
}

/** A record as read: all fields are there, apart from those that are visible in some records only. */
function toWhole({ name, known, seen, rights }: KnownModel): Schema {
  const isAlwaysShown = (field: Field) => extentsOfMember(field.name, known, rights).read === 'all'
  const fields = seen?.fields.filter(isAlwaysShown).map((field) => field.name) ?? []
  return {
    allOf: [schemaRef(`${name}.Shown`)],
    required: ['id', 'version', ...fields, ...(seen ? Object.keys(audit) : [])],
  }
}

/** A record with some of its fields: the members of pages, and what references and relations lead to. */
function toShown({ seen, rights }: KnownModel): Schema {
  const context = schemaContextOf(rights)
  const fields = seen?.fields.filter((field) => !isSecret(field)) ?? []
  const members = [
    ...fields.map((field) => [field.name, withCurrency(shownField(field, context), field, fields)] as const),
    ...(seen?.relations.map((relation) => [relation.name, shownRelation(relation, context)] as const) ?? []),
  ]
  if (!seen) return identified
  return { allOf: [schemaRef('Audited')], properties: Object.fromEntries(members) }
}

function shownField(field: Field, context: SchemaContext): Schema {
  const type = typeOf(field)
  const schema = withDescription(type.schema(field, context), describeMember(field))
  const shown = field.required || type.isNeverNull?.(field) ? schema : nullable(schema)
  return type.writable && !isAuthor(field) ? shown : { ...shown, readOnly: true }
}

/** The schema of amounts names their currency, if the caller may know it. */
export function withCurrency(schema: Schema, field: Field, known: readonly Field[]): Schema {
  const currency = knownCurrencyOf(field, known)
  return currency === undefined ? schema : { ...schema, 'x-currency': currency }
}

function shownRelation(relation: Relation, context: SchemaContext): Schema {
  return withDescription(listOf(context.shownRecord(relation.target)), describeMember(relation))
}

/** What names a record in a request: its id, or a key of it. */
function toReference({ label, seen, rights }: KnownModel): Schema {
  const keys = seen ? uniqueKeysOf(seen) : []
  const context = schemaContextOf(rights)
  const titles = seen ? titleNames(seen).map((name) => [name, {}] as const) : []
  const fields = keys.flat().map((field) => [field.name, typeOf(field).sentSchema(field, context)])
  const names = keys.map((key) => key.map((field) => field.name).join(' and '))
  return {
    description: `Names a ${label}: by \`id\`${names.map((one) => `, or by ${one}`).join('')}.`,
    ...closedObject({
      ...Object.fromEntries(titles),
      id: { ...whole, minimum: 1 },
      version: {},
      as: madeAbove,
      ...Object.fromEntries(fields),
    }),
  }
}

/** In a transaction: the name of a record that is created above. */
export const madeAbove: Schema = { type: 'string', maxLength: 100 }
