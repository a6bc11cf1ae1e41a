import { bodyMembers } from '../call/parameter/bodyMembers.ts'
import { headerParameters, headersOfEveryRequest as everyHeader } from '../call/parameter/headerParameters.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import type { Parameter } from '../call/parameter/Parameter.ts'
import { queryParameters } from '../call/parameter/queryParameters.ts'
import { defaultOf, type Rows, type Takes } from '../call/parameter/takes.ts'
import type { Schema } from '../model/field/Schema.ts'
import { closedObject, parameterRef, type Ref } from './refs.ts'

/** The parameters that an operation takes, as references. */
export function parameters({ query, headers }: Takes): Ref[] {
  return [...query.keys, ...headers].map(parameterRef)
}

/** What an operation takes, without what is called `name`. */
export function without(name: string, taken: Takes): Takes {
  const others = <Key, Kind>(all: Rows<Key, Kind>): Rows<Key, Kind> => ({
    ...all,
    keys: all.keys.filter((_, index) => all.rows[index]?.name !== name),
    rows: all.rows.filter((row) => row.name !== name),
  })
  return { ...taken, query: others(taken.query), members: others(taken.members) }
}

/** The body of an operation. `known` has the schemas of members that depend on the model. */
export function bodySchema(taken: Takes, limits: DocumentLimits, known: Record<string, Schema> = {}): Schema {
  const required = taken.members.rows.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  const body = closedObject(memberSchemas(taken, limits, known), required)
  return taken.isInData ? closedObject({ data: body }, ['data']) : body
}

/** The members of the body of an operation. */
export function memberSchemas(
  { members }: Pick<Takes, 'members'>,
  limits: DocumentLimits,
  known: Readonly<Record<string, Schema>> = {},
): Record<string, Schema> {
  return Object.fromEntries(
    members.keys.map((key) => {
      const row: Parameter = bodyMembers[key]
      const { name = key, kind } = row
      return [name, { ...(known[name] ?? kind.schema(limits)), description: describe(row, limits) }]
    }),
  )
}

/** All parameters, by the names of their components. */
export function sharedParameters(limits: DocumentLimits): Record<string, object> {
  return {
    ...toObjects('query', queryParameters, limits),
    ...toObjects('header', headerParameters, limits),
    id: {
      name: 'id',
      in: 'path',
      required: true,
      description: 'The id of the record or change set.',
      schema: { type: 'integer', format: 'int64', minimum: 1 },
    },
    comment: {
      name: 'comment',
      in: 'path',
      required: true,
      description: 'The id of the comment.',
      schema: { type: 'integer', format: 'int64', minimum: 1 },
    },
  }
}

/** The headers that every request may have. They are not repeated for each operation. */
export function headersOfEveryRequest(limits: DocumentLimits): Record<string, object> {
  return toObjects('header', everyHeader, limits)
}

function toObjects(place: string, rows: Readonly<Record<string, Parameter>>, limits: DocumentLimits) {
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, toObject(place, key, row, limits)]))
}

function toObject(place: string, key: string, row: Parameter, limits: DocumentLimits): object {
  const { name = key, kind, required } = row
  const schema = kind.schema(limits)
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    description: describe(row, limits),
    ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
    ...(kind.isJson ? { content: { 'application/json': { schema } } } : { schema }),
  }
}

/** What a parameter means, and what it means not to send it. */
function describe(row: Parameter, { maxLimit }: DocumentLimits): string {
  const absent = describeAbsence(row, maxLimit)
  if (absent === '') return describeMeaning(row)
  return `${describeMeaning(row)} ${absent.charAt(0).toUpperCase()}${absent.slice(1)} if absent.`
}

/** What a parameter means. */
export function describeMeaning({ description, notWith }: Parameter): string {
  return notWith === undefined ? description : `${description} Not together with \`${notWith}\`.`
}

/** What it means not to send a parameter; nothing for `false`, which is what everybody expects. */
export function describeAbsence(row: Parameter, maxLimit: number): string {
  const value = defaultOf(row, maxLimit)
  if (typeof value === 'number') return `${value}`
  return row.absent ?? (typeof value === 'string' ? `\`${value}\`` : '')
}
