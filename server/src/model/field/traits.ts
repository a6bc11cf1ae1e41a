/** What the values of a type can be used for. */
export interface Traits {
  /** Whether criteria can compare values (`=`, `in`, …). If not, only `isNull` and `notNull` are available. */
  readonly comparable: boolean
  /** Whether `<`, `between` and similar operators are available. */
  readonly ordered: boolean
  /** Whether records can be sorted by the field. If the type is not `ordered`, a sort only groups equal values. */
  readonly sortable: boolean
  /** Whether the `indexes` of a model can contain the field. */
  readonly indexable: boolean
  /** Whether the column is text: `like` and `q` search it, and it can be compared with any other text field. */
  readonly textual: boolean
  /** Whether the field can be the title of a model. */
  readonly canBeTitle: boolean
  /** Whether a value is a set of elements: `has` and `hasAny` search for them. */
  readonly multiple: boolean
}

/** Numbers, dates and similar values: everything except text search. */
export const scalar: Traits = {
  comparable: true,
  ordered: true,
  sortable: true,
  indexable: true,
  textual: false,
  canBeTitle: true,
  multiple: false,
}

/** Text of any kind. */
export const textual: Traits = { ...scalar, textual: true }

/** Values that can only be equal or different. */
export const unordered: Traits = { ...scalar, ordered: false, canBeTitle: false }

/** Values that can only be present or missing, such as JSON. */
export const opaque: Traits = { ...unordered, comparable: false, sortable: false, indexable: false }

/** Sets of values, which have no order. */
export const several: Traits = { ...unordered, sortable: false, indexable: false, multiple: true }
