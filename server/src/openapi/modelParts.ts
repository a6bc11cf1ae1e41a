import { toRoutes } from '../http/routes.ts'
import type { Rights } from '../permission/Rights.ts'
import type { Schema } from '../model/field/Schema.ts'
import type { Model } from '../model/Model.ts'
import type { DescribedOperation } from './DescribedOperation.ts'
import { descriptions } from './descriptions.ts'
import { conflictResponse } from './refusals.ts'
import { type KnownModel, toKnownModel } from './KnownModel.ts'
import type { OperationObject } from './OperationObject.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import type { Takes } from '../call/parameter/takes.ts'
import { parameters, without } from './parameters.ts'
import { pageSchema } from './readOperations.ts'
import { recordSchemas } from './recordSchemas.ts'
import { answerSchema, writtenResponse } from './recordAnswers.ts'
import { parameterRef, schemaRef } from './refs.ts'
import { sentSchemas } from './sentSchemas.ts'
import { isWritable, stepSchema } from './transaction.ts'

/** A component of a document by its place, such as `schemas/Criteria`. */
export type Components = Readonly<Record<string, object>>

/** What a document says of one model. */
export interface ModelParts {
  readonly known: KnownModel
  readonly tag: object
  readonly paths: Readonly<Record<string, object>>
  readonly components: Components
  /** Whether the caller can write it in a transaction. */
  readonly isWritable: boolean
}

/** Makes what a document says of one model to a caller. */
export function toModelParts(
  model: Model,
  rights: Rights,
  limits: DocumentLimits,
  operations: readonly DescribedOperation[],
): ModelParts {
  const known = toKnownModel(model, rights)
  const { name, label } = known
  const step = stepSchema(known)
  return {
    known,
    tag: { name, description: label },
    paths: toPaths(known, limits, operations),
    isWritable: isWritable(known),
    components: {
      ...under('schemas', {
        ...recordSchemas(known),
        ...sentSchemas(known),
        [`${name}.Answer`]: answerSchema(known),
        [`${name}.Page`]: pageSchema(known),
        [`${name}.Conflict`]: conflictSchema(known),
        ...(step ? { [`${name}.Step`]: step } : {}),
      }),
      ...under('responses', {
        [`${name}.Conflict`]: conflictResponse(name),
        [`${name}.Written`]: writtenResponse(known),
      }),
    },
  }
}

/** The most models of members that a conflict names. */
const mostNamed = 4

/** A version conflict with the records of a model, or with members of their collections: `place` says which. */
function conflictSchema(known: KnownModel): Schema {
  const members = memberModels(known)
  // Each would be named by all that lead to it: beyond a few, the document would grow with the square of the models.
  const named = members.length > mostNamed ? [schemaRef('Past')] : members.map((name) => schemaRef(`${name}.Shown`))
  const whole = schemaRef(known.name)
  const base = { anyOf: [whole, schemaRef('Past'), { type: 'null' }] }
  const current = { anyOf: [schemaRef(`${known.name}.Shown`), ...named, { type: 'null' }] }
  return { allOf: [schemaRef('Failure.version-conflict')], properties: { base, current } }
}

/** The models of the members that are written with a record, and of their members. */
function memberModels({ name, known, rights }: KnownModel): string[] {
  const found = new Set([name])
  const add = ({ relations }: Model) => {
    for (const { type, target } of relations) {
      const model = type === 'collection' && !found.has(target) ? rights.known.find(target) : undefined
      if (!model) continue
      found.add(target)
      add(rights.forWriting(model))
    }
  }
  add(known)
  found.delete(name)
  return [...found]
}

/** Components with their places. */
export function under(place: string, components: Readonly<Record<string, object>>): Components {
  return Object.fromEntries(Object.entries(components).map(([name, component]) => [`${place}/${name}`, component]))
}

/** The paths of a model's records, each with the operations of which the caller may do something. */
function toPaths(
  model: KnownModel,
  limits: DocumentLimits,
  operations: readonly DescribedOperation[],
): Record<string, object> {
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, id, operation } of toRoutes(operations)) {
    if (operation.about !== 'model' || !operation.actions.some((action) => model.may.includes(action))) continue
    const described = operation.describe(descriptions, id)(model, limits)
    if (!described) continue
    const at = (paths[toTemplate(path).replace('{model}', model.name)] ??= pathItem(path))
    at[method.toLowerCase()] = toOperation(described, `${model.name}.${id}`, model.name, operation.takes)
  }
  return paths
}

/** A path item with the parameters that all its operations have. */
export function pathItem(path: string): Record<string, object> {
  return path.includes(':id') ? { parameters: [parameterRef('id')] } : {}
}

/** A path as OpenAPI writes it. */
export function toTemplate(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

/** An operation with its id, its tag and the parameters that it takes. */
export function toOperation(
  { parameters: own = [], without: name, ...described }: OperationObject,
  operationId: string,
  tag: string,
  taken: Takes,
): object {
  const all = [...own, ...parameters(name === undefined ? taken : without(name, taken))]
  return { operationId, tags: [tag], ...described, ...(all.length > 0 ? { parameters: all } : {}) }
}
