/** What the values of a type can be used for. */
export interface Traits {
  /** Whether criteria compare its values (`=`, `in`, …). Where not, they take `isNull` and `notNull` only. */
  readonly comparable: boolean
  /** Whether `<`, `between` and their like make sense. */
  readonly ordered: boolean
  /** Whether records can be sorted by it; without an order of its own, that only puts equal values together. */
  readonly sortable: boolean
  /** Whether the `indexes` of a model may name it. */
  readonly indexable: boolean
  /** Whether the column is text: `like` and `q` look inside it, and it compares with any other such field. */
  readonly textual: boolean
  /** Whether it can stand for the record where another record refers to it. */
  readonly canBeTitle: boolean
}

/** Numbers, dates and the like: everything but what needs text. */
export const scalar: Traits = {
  comparable: true,
  ordered: true,
  sortable: true,
  indexable: true,
  textual: false,
  canBeTitle: true,
}

/** Text of any kind. */
export const textual: Traits = { ...scalar, textual: true }

/** Values that are equal or not, and nothing else. */
export const unordered: Traits = { ...scalar, ordered: false, canBeTitle: false }

/** Values that are only there or not, such as documents and lists. */
export const opaque: Traits = { ...unordered, comparable: false, sortable: false, indexable: false }
