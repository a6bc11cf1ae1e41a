import { codes } from '../failure/failureCodes.ts'
import type { Schema } from '../model/field/Schema.ts'
import { listOf, schemaRef, shownObject } from './refs.ts'
import { count, names, open, text } from './values.ts'

/** The schemas of what is wrong with the records of a request. */
export const problemSchemas: Readonly<Record<string, Schema>> = {
  OtherRecord: { description: 'The id and version of a record, and its title if that is a simple value.', ...open },
  Problem: {
    description: 'What is wrong with a record: the `code`, `message` and field that a write of it alone would tell.',
    ...shownObject(
      {
        index: { ...count, description: 'The number of the record in `records`, or of the operation, from 0.' },
        field: text,
        fields: names,
        code: { type: 'string', enum: [...codes, 'not-tried'] },
        message: text,
        constraint: { ...text, description: 'The name of what the record breaks.' },
        others: listOf(schemaRef('OtherRecord')),
        alsoAt: { ...count, description: 'The earlier record of the request that does not allow this one.' },
        because: { ...count, description: 'Of `not-tried`: the operation that it refers to, which has a problem.' },
      },
      ['code', 'message'],
    ),
  },
}
