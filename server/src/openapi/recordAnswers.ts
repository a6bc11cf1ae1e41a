import { keyModel, webhookModel } from '../model/builtIn/names.ts'
import type { Schema } from '../model/field/Schema.ts'
import type { KnownModel } from './KnownModel.ts'
import { envelopeOf, orDryRun, responses, success } from './OperationObject.ts'
import { listOf, responseRef, schemaRef } from './refs.ts'

/** The description of an operation, if there is something to say. */
export function described(description: string): { readonly description?: string } {
  return description === '' ? {} : { description }
}

/** One of several schemas; a single one stays as it is. */
export function anyOf(schemas: readonly Schema[]): Schema {
  return schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas }
}

/** The answer to a read, and to a write that answers records: only writes have the members besides `data`. */
export function answerSchema(model: KnownModel): Schema {
  const records = listOf({ anyOf: [schemaRef(model.name), schemaRef(`${model.name}.Shown`)] })
  return envelopeOf('Answer', records, shownOnce[model.name] ?? {})
}

/** The response to a write that answers records. */
export function writtenResponse({ name }: KnownModel): object {
  const schema = orDryRun(schemaRef(`${name}.Answer`))
  return success('The records as they are now.', schema, ['ETag', 'Idempotent-Replayed'])[200] ?? {}
}

/** What the answer to a create shows this once, by model. */
const shownOnce: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  [keyModel]: { token: { type: 'string', description: 'The new API key. It is shown this once.' } },
  [webhookModel]: { secret: { type: 'string', description: 'The new secret. It is shown this once.' } },
}

/** The responses of a write: its success, the conflicts of its model, and other refusals. */
export function writeResponses({ name }: KnownModel, answer = `${name}.Written`): Record<string, object> {
  return responses({ 200: responseRef(answer), 409: responseRef(`${name}.Conflict`) }, 'Write')
}
