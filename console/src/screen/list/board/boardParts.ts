import { kindOf } from '../../../field/kinds.ts'
import { type Column, columnsOf, type FindModel, pathsToRead } from '../../../meta/columns.ts'
import type { FieldMeta, ModelMeta } from '../../../meta/ModelMeta.ts'
import { colorFields } from '../../../meta/ViewMeta.ts'
import type { LayoutOptions } from '../../../views/ViewParts.ts'

/** What a board is made of, as an address or a view names it. */
interface BoardOptions {
  readonly by: string
  readonly card: readonly string[]
  readonly sum: string
  /** The field that makes lanes; empty for none. */
  readonly lane: string
  /** How many cards a column begins with, and gets more of. */
  readonly limit: number
  readonly colors?: LayoutOptions['colors']
}

/** The fields that a board is made of. */
export interface BoardParts {
  /** The field whose values are the columns. */
  readonly field: FieldMeta
  readonly lane: FieldMeta | undefined
  /** What is added up in the heads. */
  readonly sum: FieldMeta | undefined
  /** What a card shows beside its title: a figure at the end of the first line, and the others below. */
  readonly figure: Column | undefined
  readonly others: readonly Column[]
  /** What to read of each record. */
  readonly paths: readonly string[]
  readonly limit: number
}

/** How many fields a card has at most beside its title. */
const mostFields = 4

/** The parts of a board; undefined if its field makes no columns. */
export function boardParts(model: ModelMeta, options: BoardOptions, find: FindModel): BoardParts | undefined {
  const fieldOf = (name: string) => model.fields.find((each) => each.name === name && each.may?.read !== 'none')
  const field = fieldOf(options.by)
  if (!field || !['choice', 'boolean', 'reference'].includes(field.type)) return undefined
  const lane = fieldOf(options.lane)
  const sum = fieldOf(options.sum)
  const isApart = ({ path }: Column) => ![model.title, field.name, lane?.name].includes(path)
  const columns = columnsOf(model, options.card, find).filter(isApart).slice(0, mostFields)
  const isFigure = ({ field: of }: Column) => kindOf(of).aligned === 'end'
  const figure = columns.find(({ path }) => path === sum?.name) ?? columns.find(isFigure)
  const others = columns.filter((column) => column !== figure)
  const names = [model.title, field.name, ...(lane ? [lane.name] : [])]
  const paths = [...new Set([...names, ...pathsToRead(columns), ...colorFields(options.colors)])]
  return { field, lane, sum, figure, others, paths, limit: options.limit }
}
