import type { fieldTypes } from './fieldTypes.ts'
import type { FieldType } from './FieldType.ts'

type FieldOf<Type> = Type extends FieldType<infer F> ? F : never

/** The plain form of a declared field, of any type in the table. */
export type Field = FieldOf<(typeof fieldTypes)[keyof typeof fieldTypes]>
