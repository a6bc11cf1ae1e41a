import type { Schema } from '../model/field/Schema.ts'
import { describeFind, describeSearch } from './describeModel.ts'
import type { KnownModel } from './KnownModel.ts'
import { envelopeOf, responses, success } from './OperationObject.ts'
import type { DescribeForModel } from './DescribedOperation.ts'
import { described } from './recordAnswers.ts'
import { bodyRef, listOf, responseRef, schemaRef } from './refs.ts'

const find: DescribeForModel = (model) => ({
  summary: 'Find records',
  ...described(describeFind(model)),
  responses: responses(success('A page.', schemaRef(`${model.name}.Page`), [], nextPage(model)), 'Find'),
})

const search: DescribeForModel = (model) => ({
  summary: 'Search records',
  ...described(describeSearch(model)),
  requestBody: bodyRef('Search'),
  responses: responses(success('A page.', schemaRef(`${model.name}.Page`)), 'Search'),
})

const exported: DescribeForModel = () => ({
  summary: 'Export records',
  description:
    'All records that a search finds, from one snapshot, as a file that is sent while it is made. The trailer ' +
    '`Tabularium-Rows` says how many records it has: without it, the file is incomplete.',
  responses: responses({ 200: responseRef('Export') }, 'Find'),
})

const aggregate: DescribeForModel = () => ({
  summary: 'Count, add up and group',
  requestBody: bodyRef('Aggregate'),
  responses: responses({ 200: responseRef('Groups') }, 'Search'),
})

const read: DescribeForModel = (model) => ({
  summary: 'Read a record',
  responses: responses(
    {
      ...success('The record.', schemaRef(`${model.name}.Answer`), ['ETag']),
      304: responseRef('NotModified'),
    },
    'Read',
  ),
})

const history: DescribeForModel = () => ({
  summary: 'Show its history',
  responses: responses({ 200: responseRef('History') }, 'Read'),
})

const deleted: DescribeForModel = () => ({
  summary: 'List deleted records',
  responses: responses({ 200: responseRef('Deleted') }, 'Read'),
})

/** The operations that read records. */
export const readOperations = { find, search, aggregate, read, history, deleted, export: exported }

/** A page of records. */
export function pageSchema({ name }: KnownModel): Schema {
  return envelopeOf('Page', listOf(schemaRef(`${name}.Shown`)))
}

/** The link from a page to the page behind it. */
function nextPage({ name }: KnownModel): object {
  const following = { after: '$response.body#/next' }
  return { next: { operationId: `${name}.find`, parameters: following } }
}
