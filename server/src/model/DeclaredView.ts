import type { Words } from '../text/words.ts'
import type { AggregateFunction, Period } from './aggregates.ts'
import type { Color } from './field/choice.ts'

/** How a list shows its records. */
export const layouts = ['grid', 'board', 'calendar', 'gallery', 'pivot'] as const
export type Layout = (typeof layouts)[number]

/** What a colour of a view is given to. */
export const colored = ['row', 'cell', 'text'] as const

/** A colour for the records that meet a condition. */
export interface ViewColor<Name extends string = string> {
  /** Criteria, or an expression that is true or false. */
  readonly where: object | string
  readonly color: Color
  /** What gets the colour: the row (absent), the cell of `field`, or its text. */
  readonly on?: (typeof colored)[number]
  readonly field?: Name
}

/** The members of a view that say how its layout shows the records. */
export interface ViewOptions<Name extends string = string> {
  /** Board: the choice, boolean or reference whose values are the columns. */
  readonly by?: Name
  /** Board and gallery: the fields of a card, at most 4. */
  readonly card?: readonly Name[]
  /** Board: the number whose sum stands above each column. */
  readonly sum?: Name
  /** Board: how many cards a column begins with; 20 if absent. */
  readonly limit?: number
  /** Calendar: the date on which a record begins. */
  readonly from?: Name
  /** Calendar: the date on which it ends; if absent, it is of one day. */
  readonly to?: Name
  /** Calendar: the choice that colours the records. */
  readonly color?: Name
  /** Colours by condition, at most 10: the first that a record meets counts. */
  readonly colors?: readonly ViewColor<Name>[]
}

/** The members of a view that both a declaration and a saved view have. */
export interface ViewParts<Name extends string = string> extends ViewOptions<Name> {
  /** How the records are shown; a grid if absent. */
  readonly layout?: Layout
  /**
   * Grid: 1 to 3 fields, dates with their period: `['customer', 'dueOn:month']`. Board: one field, for its lanes.
   * Pivot: two, for its rows and its columns.
   */
  readonly groupBy?: readonly (Name | `${Name}:${Period}`)[]
  /** Grid: the figure below a column: `{ total: 'sum' }`. Pivot: one, in its cells; the number of records if absent. */
  readonly footer?: { readonly [K in Name]?: AggregateFunction }
}

/** A list that a model offers: which records, what of them, and how. */
export interface ViewDeclaration<Name extends string = string> extends ViewParts<Name> {
  /** The name of its tab; derived from its name if absent. */
  readonly label?: Words
  /** Which records, as criteria of a find; all if absent. */
  readonly where?: object
  /** The words to find. */
  readonly q?: string
  /** The order, as of a find; that of the model if absent. */
  readonly sortBy?: readonly string[]
  /** The columns, also dotted ones; the list fields if absent. */
  readonly fields?: readonly string[]
  /** The roles whose users get it offered; everybody if absent. */
  readonly roles?: readonly string[]
  /** Whether the list begins with it. */
  readonly default?: true
  /** Whether the home page tells how many records it has: those that wait for the reader. */
  readonly forMe?: true
}

/** The plain form: with the name, and a label in any case. */
export interface DeclaredView extends ViewDeclaration {
  readonly name: string
  readonly label: Words
}

/** Which layouts take a member; the others take them all. */
export const layoutsOf: Readonly<Partial<Record<keyof ViewDeclaration, readonly Layout[]>>> = {
  groupBy: ['grid', 'board', 'pivot'],
  footer: ['grid', 'pivot'],
  by: ['board'],
  card: ['board', 'gallery'],
  sum: ['board'],
  limit: ['board'],
  from: ['calendar'],
  to: ['calendar'],
  color: ['calendar'],
}

/** The members of `options` of a saved view. */
export const optionMembers: readonly string[] = Object.keys({
  by: true,
  card: true,
  sum: true,
  limit: true,
  from: true,
  to: true,
  color: true,
  colors: true,
} satisfies Record<keyof ViewOptions, true>)

/** The members of a declared view. */
export const viewMembers: readonly string[] = [
  ...Object.keys({
    label: true,
    layout: true,
    where: true,
    q: true,
    sortBy: true,
    fields: true,
    groupBy: true,
    footer: true,
    roles: true,
    default: true,
    forMe: true,
  } satisfies Record<Exclude<keyof ViewDeclaration, keyof ViewOptions>, true>),
  ...optionMembers,
]

/** A group as an address and a view write it: `customer`, or `dueOn:month`. */
export function splitGroup(text: string): { readonly fieldName: string; readonly by?: string } {
  const [fieldName = '', by] = text.split(':', 2)
  return by === undefined ? { fieldName } : { fieldName, by }
}
