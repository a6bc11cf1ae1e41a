import { headerParameters, headersOfEveryRequest as everyHeader } from '../call/parameter/headerParameters.ts'
import type { DocumentLimits } from '../call/parameter/Kind.ts'
import type { Parameter } from '../call/parameter/Parameter.ts'
import { queryParameters } from '../call/parameter/queryParameters.ts'
import { defaultOf, type Takes } from '../call/parameter/takes.ts'
import { parameterRef, type Ref } from './refs.ts'

/** The parameters that an operation takes, as references. */
export function parameters({ query, headers }: Pick<Takes, 'query' | 'headers'>): Ref[] {
  return [...query, ...headers].map(parameterRef)
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
export function describe(row: Parameter, { maxLimit }: DocumentLimits): string {
  const { description, notWith, absent = wordsFor(defaultOf(row, maxLimit)) } = row
  return [
    description,
    ...(notWith ? [`Not together with \`${notWith}\`.`] : []),
    ...(absent ? [`${absent.charAt(0).toUpperCase()}${absent.slice(1)} if absent.`] : []),
  ].join(' ')
}

/** A default in words; none for `false`, which is what everybody expects. */
function wordsFor(value: unknown): string | undefined {
  if (typeof value === 'string') return `\`${value}\``
  return typeof value === 'number' ? `${value}` : undefined
}
