import { bulkTakes } from '../call/bulk.ts'
import { createTakes } from '../call/create.ts'
import { deleteTakes } from '../call/delete.ts'
import { restoreTakes } from '../call/restore.ts'
import { undoTakes } from '../call/undo.ts'
import { updateTakes } from '../call/update.ts'
import type { Schema } from '../model/field/Schema.ts'
import { describeCreate } from './describeModel.ts'
import type { KnownModel } from './KnownModel.ts'
import { jsonBody } from './OperationObject.ts'
import type { DescribeForModel } from './DescribedOperation.ts'
import { parameters } from './parameters.ts'
import { anyOf, described, writeResponses } from './recordAnswers.ts'
import { bodyRef, closedObject, listOf, schemaRef } from './refs.ts'
import { names } from './values.ts'

const create: DescribeForModel = (model) => {
  if (!model.may.includes('create') && model.keys.length === 0) return undefined
  return {
    summary: model.keys.length > 0 ? 'Create or upsert a record' : 'Create a record',
    ...described(describeCreate(model)),
    parameters: parameters(model.keys.length > 0 ? createTakes : createWithoutKey),
    requestBody: jsonBody(closedObject({ data: anyOf(sentSchemas(model, model.keys.length > 0)) }, ['data'])),
    responses: writeResponses(model),
  }
}

const update: DescribeForModel = (model) => ({
  summary: 'Update a record',
  parameters: parameters(updateTakes),
  requestBody: jsonBody(closedObject({ data: schemaRef(`${model.name}.Change`) }, ['data'])),
  responses: writeResponses(model),
})

const remove: DescribeForModel = (model) => ({
  summary: 'Delete a record',
  parameters: parameters(deleteTakes),
  responses: writeResponses(model, 'Ids'),
})

const restore: DescribeForModel = (model) => ({
  summary: 'Restore an old version',
  parameters: parameters(restoreTakes),
  requestBody: bodyRef('Restore'),
  responses: writeResponses(model),
})

const undo: DescribeForModel = (model) => ({
  summary: 'Undo one write',
  parameters: parameters(undoTakes),
  requestBody: bodyRef('Undo'),
  responses: writeResponses(model),
})

const saveMany: DescribeForModel = (model, { maxBulk }) => ({
  summary: 'Write many, all or none',
  parameters: parameters(bulkTakes.saveMany),
  requestBody: jsonBody(
    closedObject(
      {
        records: listOf(anyOf(sentSchemas(model, true)), { minItems: 1, maxItems: maxBulk }),
        ...(model.keys.length > 0 ? { key: names } : {}),
        show: schemaRef('Show'),
      },
      ['records'],
    ),
  ),
  responses: writeResponses(model),
})

const deleteMany: DescribeForModel = (model) => ({
  summary: 'Delete many, all or none',
  parameters: parameters(bulkTakes.deleteMany),
  requestBody: bodyRef('DeleteMany'),
  responses: writeResponses(model, 'Ids'),
})

const updateMatching: DescribeForModel = (model) => ({
  summary: 'Update all that meet criteria',
  parameters: parameters(bulkTakes.updateMatching),
  requestBody: jsonBody({
    allOf: [schemaRef('UpdateMatching')],
    required: ['values'],
    properties: { values: schemaRef(`${model.name}.Fields`) },
    unevaluatedProperties: false,
  }),
  responses: writeResponses(model, 'Affected'),
})

/** The operations that write records. */
export const writeOperations = { create, update, delete: remove, restore, undo, saveMany, deleteMany, updateMatching }

/** A model without unique fields has no upsert. */
const createWithoutKey = { ...createTakes, query: createTakes.query.filter((key) => key !== 'key') }

/** What can be sent as a record: a new one, or fields of one that exists. */
function sentSchemas({ name, may }: KnownModel, mayExist: boolean): Schema[] {
  return [
    ...(may.includes('create') ? [schemaRef(`${name}.New`)] : []),
    ...(mayExist || !may.includes('create') ? [schemaRef(`${name}.Fields`)] : []),
  ]
}
