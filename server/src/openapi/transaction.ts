import { transactionTakes } from '../call/transaction.ts'
import type { Schema } from '../model/field/Schema.ts'
import type { KnownModel } from './KnownModel.ts'
import { envelope, jsonBody, type OperationObject, orDryRun, responses, success } from './OperationObject.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import { bodySchema } from './parameters.ts'
import { anyOf } from './recordAnswers.ts'
import { madeAbove } from './recordSchemas.ts'
import { closedObject, listOf, responseRef, schemaRef, shownObject } from './refs.ts'
import { count, names } from './values.ts'

/** What a caller can create and update of a model in a transaction; undefined if nothing. */
export function stepSchema({ name, may }: KnownModel): Schema | undefined {
  const record = (schema: Schema) => ({ record: schema })
  const steps = [
    ...(may.includes('create')
      ? [
          closedObject({ create: { const: name }, as: madeAbove, ...record(schemaRef(`${name}.New`)) }, [
            'create',
            'record',
          ]),
        ]
      : []),
    ...(may.includes('update')
      ? [closedObject({ update: { const: name }, ...record(schemaRef(`${name}.Change`)) }, ['update', 'record'])]
      : []),
  ]
  return steps.length === 0 ? undefined : anyOf(steps)
}

/** A delete, which looks the same for all models. */
function deleteStep(deletable: readonly string[]): Schema {
  return closedObject({ delete: { type: 'string', enum: deletable }, record: schemaRef('SentIdentity') }, [
    'delete',
    'record',
  ])
}

/** Whether a caller can write a model in a transaction. */
export function isWritable({ may }: KnownModel): boolean {
  return may.some((action) => action !== 'read')
}

/** Writes of several models, all or none. `models` are those that the caller can write. */
export function transactionOperation(models: readonly KnownModel[], limits: DocumentLimits): OperationObject {
  const steps = models.flatMap((model) => (stepSchema(model) ? [schemaRef(`${model.name}.Step`)] : []))
  const deletable = models.filter(({ may }) => may.includes('delete')).map(({ name }) => name)
  const deletes = deletable.length === 0 ? [] : [deleteStep(deletable)]
  const shown = models.map(({ name }) => schemaRef(`${name}.Shown`))
  const merged = listOf(shownObject({ index: count, base: count, onto: count, fields: names }))
  return {
    summary: 'Write records of several models, all or none',
    description:
      'Operations take effect in the order of the list. `as` names a new record; where a later operation refers to ' +
      'it, write `{"as": "order"}` instead of `{"id": 5}`.',
    requestBody: jsonBody(
      bodySchema(transactionTakes, limits, {
        data: listOf({ anyOf: [...steps, ...deletes] }, { minItems: 1, maxItems: limits.maxBulk }),
      }),
    ),
    responses: responses(
      {
        ...success(
          'What became of each operation, in order; of a delete `id` and `version`.',
          orDryRun(
            envelope(listOf({ anyOf: shown }), { merged, also: schemaRef('Also'), changeSet: schemaRef('ChangeSet') }),
          ),
          ['Idempotent-Replayed'],
        ),
        409: responseRef('Conflict'),
      },
      'Write',
    ),
  }
}
