import { actionTakes } from '../call/action.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import type { Action } from '../logic/Logic.ts'
import type { Field } from '../model/field/Field.ts'
import { typeOf } from '../model/field/fieldTypes.ts'
import type { Schema, SchemaContext } from '../model/field/Schema.ts'
import type { Model } from '../model/Model.ts'
import { maxMembers, type Relation } from '../model/relation/Relation.ts'
import { inLanguage } from '../text/words.ts'
import { describeMember, describeValue, withDescription } from './describeField.ts'
import { envelope, jsonBody, type OperationObject, orDryRun, responses, success } from './OperationObject.ts'
import { bodySchema } from './parameters.ts'
import { closedObject, listOf, nullable, responseRef, schemaRef, shownObject } from './refs.ts'
import { whole } from './values.ts'

const reference = { id: { ...whole, minimum: 1 }, version: { ...whole, minimum: 0 } }
/** A record that is taken can be sent as it was read, with its title. If it has a version, that is checked. */
const takenRecord = shownObject(reference, ['id'])
const givenRecord = shownObject(reference, ['id'])
const context: SchemaContext = { shownRecord: () => givenRecord, sentReference: () => takenRecord }

/** An action as an operation: what it takes is the body, and what it gives is the answer. */
export function actionOperation({ label, help, takes, gives }: Action, limits: DocumentLimits): OperationObject {
  const mandatory = [...takes.fields.filter(isMandatory), ...takes.relations.filter(isNeeded)]
  const required = mandatory.map(({ name }) => name)
  const taken = closedObject(membersOf(takes, sentSchema), required)
  const given = shownObject(
    membersOf(gives, shownSchema),
    [...gives.fields, ...gives.relations].map(({ name }) => name),
  )
  return {
    summary: inLanguage(label),
    ...(help === undefined ? {} : { description: inLanguage(help) }),
    requestBody: jsonBody(bodySchema(actionTakes, limits, { data: taken })),
    responses: responses(
      {
        ...success(
          'What the action gives.',
          orDryRun(envelope(listOf(given, { minItems: 1, maxItems: 1 }), { changeSet: schemaRef('ChangeSet') })),
          ['Idempotent-Replayed'],
        ),
        409: responseRef('Conflict'),
      },
      'Action',
    ),
  }
}

function membersOf({ fields, relations }: Model, schemaOf: (field: Field) => Schema): Record<string, Schema> {
  const ofFields = fields.map((field) => [field.name, withDescription(schemaOf(field), describeMember(field))] as const)
  const ofRelations = relations.map(
    (relation) =>
      [relation.name, withDescription(listOf(takenRecord, limitsOf(relation)), describeMember(relation))] as const,
  )
  return Object.fromEntries([...ofFields, ...ofRelations])
}

function isNeeded(relation: Relation): boolean {
  return relation.type === 'links' && relation.required === true
}

function limitsOf(relation: Relation) {
  const max = relation.type === 'links' ? relation.max : undefined
  return { ...(isNeeded(relation) ? { minItems: 1 } : {}), maxItems: max ?? maxMembers }
}

function isMandatory({ required, default: value }: Field): boolean {
  return required && value === undefined
}

function sentSchema(field: Field): Schema {
  const schema = withDescription(typeOf(field).sentSchema(field, context), describeValue(field, {}))
  return field.required ? schema : nullable(schema)
}

function shownSchema(field: Field): Schema {
  const schema = typeOf(field).schema(field, context)
  return field.required ? schema : nullable(schema)
}
