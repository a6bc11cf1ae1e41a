import { bulkTakes } from '../call/bulk.ts'
import { createTakes } from '../call/create.ts'
import type { Takes } from '../call/parameter/takes.ts'
import { updateTakes } from '../call/update.ts'
import type { Schema } from '../model/field/Schema.ts'
import { describeCreate } from './describeModel.ts'
import type { KnownModel } from './KnownModel.ts'
import { jsonBody } from './OperationObject.ts'
import type { DescribeForModel } from './DescribedOperation.ts'
import { bodySchema, without } from './parameters.ts'
import { anyOf, described, writeResponses } from './recordAnswers.ts'
import { bodyRef, listOf, schemaRef } from './refs.ts'

const create: DescribeForModel = (model, limits) => {
  if (!model.may.includes('create') && model.keys.length === 0) return undefined
  return {
    summary: model.keys.length > 0 ? 'Create or upsert a record' : 'Create a record',
    ...described(describeCreate(model)),
    ...(model.keys.length > 0 ? {} : { without: 'key' }),
    requestBody: jsonBody(bodySchema(createTakes, limits, { data: anyOf(sentSchemas(model, model.keys.length > 0)) })),
    responses: writeResponses(model),
  }
}

const update: DescribeForModel = (model, limits) => ({
  summary: 'Update a record',
  requestBody: jsonBody(bodySchema(updateTakes, limits, { data: schemaRef(`${model.name}.Change`) })),
  responses: writeResponses(model),
})

const remove: DescribeForModel = (model) => ({
  summary: 'Delete a record',
  responses: writeResponses(model, 'Ids'),
})

const restore: DescribeForModel = (model) => ({
  summary: 'Restore an old version',
  requestBody: bodyRef('Restore'),
  responses: writeResponses(model),
})

const archive: DescribeForModel = (model) =>
  model.seen?.archive ? describeArchive(model, 'Archive a record') : undefined

const unarchive: DescribeForModel = (model) =>
  model.seen?.archive ? describeArchive(model, 'Take a record out of the archive') : undefined

const archiveMany: DescribeForModel = (model) =>
  model.seen?.archive
    ? { summary: 'Archive many, all or none', requestBody: bodyRef('ArchiveMany'), responses: writeResponses(model) }
    : undefined

function describeArchive(model: KnownModel, summary: string) {
  return { summary, requestBody: bodyRef('Archive'), responses: writeResponses(model) }
}

const undo: DescribeForModel = (model) => ({
  summary: 'Undo one write',
  requestBody: bodyRef('Undo'),
  responses: writeResponses(model),
})

const saveMany: DescribeForModel = (model, limits) => ({
  summary: 'Write many, all or none',
  requestBody: jsonBody(
    bodySchema(orWithoutKey(bulkTakes.saveMany, model), limits, {
      records: listOf(anyOf(sentSchemas(model, true)), { minItems: 1, maxItems: limits.maxBulk }),
    }),
  ),
  responses: writeResponses(model),
})

const deleteMany: DescribeForModel = (model) => ({
  summary: 'Delete many, all or none',
  requestBody: bodyRef('DeleteMany'),
  responses: writeResponses(model, 'Ids'),
})

const updateMatching: DescribeForModel = (model) => ({
  summary: 'Update all that meet criteria',
  requestBody: jsonBody({
    allOf: [schemaRef('UpdateMatching')],
    required: ['values'],
    properties: { values: schemaRef(`${model.name}.Fields`) },
    unevaluatedProperties: false,
  }),
  responses: writeResponses(model, 'Affected'),
})

/** The operations that write records. */
export const writeOperations = {
  create,
  update,
  delete: remove,
  archive,
  unarchive,
  archiveMany,
  restore,
  undo,
  saveMany,
  deleteMany,
  updateMatching,
}

/** What writes take that can be upserts, unless the model has no unique fields. */
function orWithoutKey(taken: Takes, { keys }: KnownModel): Takes {
  return keys.length > 0 ? taken : without('key', taken)
}

/** What can be sent as a record: a new one, or fields of one that exists. */
function sentSchemas({ name, may }: KnownModel, mayExist: boolean): Schema[] {
  return [
    ...(may.includes('create') ? [schemaRef(`${name}.New`)] : []),
    ...(mayExist || !may.includes('create') ? [schemaRef(`${name}.Fields`)] : []),
  ]
}
