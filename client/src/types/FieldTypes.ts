/**
 * The types of fields that differ from others in what a client can do with their values. A type that is in none of
 * these lists has an order, is no text and no number. `agreement.test.ts` compares the lists with the service.
 */

/** Text: all operators are available. What a rollup results in is not known here, so it has all of them, too. */
export type TextualType = 'text' | 'choice' | 'currency' | 'computed' | 'series' | 'rollup'

/** Values that are only equal or different. */
export type UnorderedType = 'boolean' | 'choices' | 'reference' | 'collection' | 'links'

/** Sets of values. */
export type MultipleType = 'choices'

/** Values that are only present or missing. */
export type OpaqueType = 'json'

/** Values that can be added up. */
export type SummedType = 'integer' | 'decimal' | 'formula' | 'rollup'

/** Values that a change can add to. */
export type IncrementedType = 'integer' | 'decimal' | 'choices'
