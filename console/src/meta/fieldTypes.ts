/** What the console knows about a type of field. What can be done with its values is said by the metadata. */
interface TypeRow {
  /** How values are shown, typed and read: an entry of `field/kinds.ts`. */
  readonly kind:
    | 'text'
    | 'integer'
    | 'decimal'
    | 'boolean'
    | 'date'
    | 'dateTime'
    | 'choice'
    | 'choices'
    | 'json'
    | 'link'
    | 'links'
    | 'result'
    | 'unknown'
  /** Types whose filters have the same words and inputs. The filters of `other` follow from the metadata alone. */
  readonly family: 'text' | 'number' | 'time' | 'choice' | 'set' | 'relation' | 'opaque' | 'other'
  /** Whether the service computes the values, where the metadata does not say so. */
  readonly computed?: true
}

export type Kind = TypeRow['kind']
export type Family = TypeRow['family']

/** The types of fields and relations. A type that is not here is shown as text. */
export const fieldTypes = {
  text: { kind: 'text', family: 'text' },
  integer: { kind: 'integer', family: 'number' },
  decimal: { kind: 'decimal', family: 'number' },
  boolean: { kind: 'boolean', family: 'choice' },
  date: { kind: 'date', family: 'time' },
  dateTime: { kind: 'dateTime', family: 'time' },
  choice: { kind: 'choice', family: 'choice' },
  choices: { kind: 'choices', family: 'set' },
  currency: { kind: 'text', family: 'text' },
  json: { kind: 'json', family: 'opaque' },
  reference: { kind: 'link', family: 'choice' },
  computed: { kind: 'text', family: 'text', computed: true },
  formula: { kind: 'decimal', family: 'number', computed: true },
  series: { kind: 'text', family: 'text', computed: true },
  rollup: { kind: 'result', family: 'number', computed: true },
  collection: { kind: 'links', family: 'relation' },
  links: { kind: 'links', family: 'relation' },
} as const satisfies Record<string, TypeRow>

/** The types that the console knows. */
export type FieldType = keyof typeof fieldTypes

/** A type of a newer service. Its name is no literal, so that a table of known types can't be asked for it. */
export type UnknownType = string & { readonly '~type': 'unknown' }

const unknownType: TypeRow = { kind: 'unknown', family: 'other' }

/** What the console knows about a type. */
export function rowOf(type: FieldType | UnknownType): TypeRow {
  return Object.hasOwn(fieldTypes, type) ? fieldTypes[type as FieldType] : unknownType
}

/** The family of a field; of a formula that of its result. */
export function familyOf({
  type,
  result,
}: {
  readonly type: FieldType | UnknownType
  readonly result?: { readonly type: FieldType } | undefined
}): Family {
  return rowOf(result?.type ?? type).family
}
