import { type Code, codes, titleOf } from '../failure/failureCodes.ts'
import {
  contentOf,
  type FailureContent,
  type FailureMember,
  type MemberValues,
  placeMembers,
} from '../failure/failureContent.ts'
import type { Schema } from '../model/field/Schema.ts'
import { listOf, nullable, schemaRef, shownObject } from './refs.ts'
import { count, flag, names, open, text } from './values.ts'

/** The schema of each kind of member. That of a record depends on the model. */
const kinds: Readonly<Record<keyof MemberValues, (record: Schema) => Schema>> = {
  name: () => text,
  names: () => names,
  count: () => count,
  counts: () => ({ type: 'object', additionalProperties: count }),
  messages: () => ({ type: 'object', additionalProperties: text }),
  outcome: () => ({ type: 'string', enum: ['not-applied', 'unknown'] }),
  record: nullable,
  change: () => open,
  clashes: () => listOf(schemaRef('Clash')),
  memberClashes: () => listOf(schemaRef('MemberConflict')),
  undoClashes: () => listOf(schemaRef('UndoClash')),
  flag: () => flag,
  records: () => listOf(schemaRef('OtherRecord')),
  recordsByName: () => ({ type: 'object', additionalProperties: listOf(schemaRef('OtherRecord')) }),
  problems: () => listOf(schemaRef('Problem')),
}

/** The data of the failures of a code. `record` describes the records in it. */
export function failureSchema(code: Code, record: Schema): Schema {
  const { data = {} }: FailureContent = contentOf[code]
  const members: Readonly<Record<string, FailureMember>> = { ...placeMembers, ...data }
  const required = Object.keys(members).filter((name) => members[name]?.optional === false)
  const schemas = Object.entries(members).map(([name, { kind, description }]) => [
    name,
    { ...kinds[kind](record), description },
  ])
  return shownObject(
    {
      code: { type: 'string', const: code },
      title: text,
      message: text,
      requestId: text,
      ...Object.fromEntries(schemas),
    },
    ['code', 'title', 'message', 'requestId', ...required],
  )
}

/** The data of the failures of each code, by the name of its schema. */
export const failureSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  codes.map((code) => [`Failure.${code}`, { description: `${titleOf[code]}.`, ...failureSchema(code, open) }]),
)
