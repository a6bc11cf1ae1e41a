import type { Schema } from '../model/field/Schema.ts'
import { listOf } from './refs.ts'

// Schemas of values that many parts of a document have.

export const whole: Schema = { type: 'integer', format: 'int64' }
export const count: Schema = { type: 'integer', format: 'int64', minimum: 0 }
export const moment: Schema = { type: 'string', format: 'date-time' }
export const text: Schema = { type: 'string' }
export const names: Schema = listOf(text)
export const flag: Schema = { type: 'boolean' }
/** A value of any type. */
export const anything: Schema = {}
/** An object whose members depend on the request. */
export const open: Schema = { type: 'object', additionalProperties: true }
