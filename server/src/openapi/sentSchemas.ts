import { keyModel } from '../model/builtIn/names.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import { isAuthor } from '../model/field/reference.ts'
import type { Schema } from '../model/field/Schema.ts'
import { isNumbered } from '../model/seriesOf.ts'
import { maxMembers, type Relation } from '../model/relation/Relation.ts'
import { extentsOfMember } from '../permission/extents.ts'
import { describeMember, describeValue, withDescription } from './describeField.ts'
import type { KnownModel } from './KnownModel.ts'
import { schemaContextOf, withCurrency } from './recordSchemas.ts'
import { listOf, nullable, schemaRef } from './refs.ts'

const ignored: Schema = { readOnly: true }
/** Audit fields may be sent back, and change nothing. */
const audit: Schema = { patternProperties: { '^(?:created|updated)(?:On|By)$': ignored } }
const identity: Record<string, Schema> = {
  id: { type: 'integer', format: 'int64', minimum: 1 },
  version: { type: 'integer', format: 'int64', minimum: 0 },
}

/** The schemas of what clients send of a model's records. Members that are not listed are refused. */
export function sentSchemas(model: KnownModel): Record<string, Schema> {
  const { name } = model
  const [added, known] = [newMembers(model), fieldMembers(model)]
  // What is sent alike of new records and of others is described once.
  const isShared = (member: string) => JSON.stringify(added[member]) === JSON.stringify(known[member])
  const shared = Object.fromEntries(Object.entries(added).filter(([member]) => isShared(member)))
  const own = (members: Members) =>
    Object.fromEntries(Object.entries(members).filter(([member]) => !Object.hasOwn(shared, member)))
  return {
    [`${name}.Values`]: { type: 'object', properties: shared, ...audit },
    [`${name}.New`]: withValues(model, own(added), requiredFields(model)),
    [`${name}.Fields`]: withValues(model, { ...identity, ...own(known) }, []),
    [`${name}.Change`]: { allOf: [schemaRef(`${name}.Fields`)], required: ['version'] },
  }
}

type Members = Readonly<Record<string, Schema>>

/** An object with the shared members, with these, and with no others. */
function withValues({ name }: KnownModel, properties: Members, required: readonly string[]): Schema {
  return {
    allOf: [schemaRef(`${name}.Values`)],
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    unevaluatedProperties: false,
  }
}

/** The members of a new record. There is no `default`: generators would then demand the field. */
function newMembers(model: KnownModel): Members {
  const fields = model.known.fields.filter((field) => !isNumbered(field))
  const members = fields.map(
    (field) => [field.name, readOnlyUnless(isSettable(field, model, ['create']), sentField(field, model))] as const,
  )
  return { ...Object.fromEntries(members), ...sentRelations(model) }
}

/** What a new record must have. */
function requiredFields(model: KnownModel): string[] {
  const isMandatory = (field: Field) =>
    field.required && field.default === undefined && typeOf(field).writable && !isOwner(field, model)
  return model.known.fields.filter((field) => !isNumbered(field) && isMandatory(field)).map((field) => field.name)
}

/** An API key belongs to its maker, unless another user is named. */
function isOwner(field: Field, { name }: KnownModel): boolean {
  return name === keyModel && field.name === 'user'
}

/** The members of a record that exists, or that may exist. All are optional; those that are not sent stay. */
function fieldMembers(model: KnownModel): Members {
  const members = model.known.fields.map((field) => {
    const value = sentField(field, model)
    const isOpen = isSettable(field, model, ['create', 'update'])
    const { increment } = typeOf(field)
    if (!increment || !isOpen) return [field.name, readOnlyUnless(isOpen, value)] as const
    const { description, ...plain } = value
    return [field.name, { ...(description ? { description } : {}), anyOf: [plain, increment.schema(field)] }] as const
  })
  return { ...Object.fromEntries(members), ...sentRelations(model) }
}

function sentField(field: Field, { known, rights, transitions }: KnownModel): Schema {
  const type = typeOf(field)
  if (isAuthor(field) || (!type.writable && !isNumbered(field))) return ignored
  const schema = type.sentSchema(field, schemaContextOf(rights))
  const shown = withDescription(schema, describeMember(field), describeValue(field, transitions))
  return withCurrency(field.required ? shown : nullable(shown), field, known.fields)
}

/** A member that the caller may not set can be sent back as it was read. */
function readOnlyUnless(isOpen: boolean, schema: Schema): Schema {
  return isOpen ? schema : { ...schema, readOnly: true }
}

function isSettable({ name }: Field | Relation, { known, rights }: KnownModel, by: readonly ('create' | 'update')[]) {
  const extents = extentsOfMember(name, known, rights)
  return by.some((action) => extents[action] !== 'none')
}

function sentRelations(model: KnownModel): Record<string, Schema> {
  const { known, rights } = model
  return Object.fromEntries(
    known.relations.map((relation) => {
      const items =
        relation.type === 'links'
          ? schemaContextOf(rights).sentReference(relation.target)
          : { anyOf: [schemaRef(`${relation.target}.New`), schemaRef(`${relation.target}.Fields`)] }
      const schema = withDescription(listOf(items, { maxItems: maxMembers }), describeMember(relation))
      return [relation.name, readOnlyUnless(isSettable(relation, model, ['create', 'update']), schema)] as const
    }),
  )
}
