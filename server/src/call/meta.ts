import { takes } from './parameter/takes.ts'
import { parseParameters, refuseParameters } from './parseParameters.ts'
import type { Request } from './Request.ts'

/** A question for the models. */
export interface ModelsCall {
  readonly token: string | undefined
  /** With their fields, and what the caller may do with each. */
  readonly detail: boolean
  /** `*`: words in all languages, as they are declared. */
  readonly language?: '*'
  /** Nobody is no failure. */
  readonly optional: boolean
}

/** A question for the fields of a model. */
export interface FieldsCall {
  readonly token: string | undefined
  readonly model: string
}

/** A question for the actions. */
export interface ActionsCall {
  readonly token: string | undefined
}

/** What a request for models takes. */
export const modelsTakes = takes({ query: ['detail', 'language', 'optional'], headers: ['If-None-Match'] })

/** Parses a request for the models. */
export function parseModels({ token, query }: Request): ModelsCall {
  return { token, ...parseParameters(query, modelsTakes) }
}

/** Parses a request for the fields of a model. */
export function parseModelFields({ token, model = '', query }: Request): FieldsCall {
  refuseParameters(query)
  return { token, model }
}

/** Parses a request for the actions. */
export function parseActions({ token, query }: Request): ActionsCall {
  refuseParameters(query)
  return { token }
}
