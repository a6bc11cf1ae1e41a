import type { Formats } from '../field/FieldKind.ts'
import type { Json, ModelMeta } from '../meta/ModelMeta.ts'
import type { FindModel } from '../meta/columns.ts'
import { groupFields, isTime } from './chartFields.ts'
import { type FigureOf, headsRequest, sortGroups, titleOfGroup } from './groupHeads.ts'
import { canGroup, type GroupField, writeGroupings } from './Grouping.ts'
import type { Group, GroupRequest, Groups } from './Groups.ts'
import { criteriaOfGroup } from './groupWhere.ts'

/** The most rows and columns of a pivot table. */
export const mostLines = 50

/** What makes a pivot table: a field whose values are its rows, one whose values are its columns, and a figure. */
export interface PivotParts {
  readonly rows: GroupField
  readonly columns: GroupField
  /** Undefined for the number of records. */
  readonly figure: FigureOf | undefined
}

/** A row or a column of a pivot table: the records that have one value in common. */
export interface PivotLine {
  readonly key: string
  readonly value: Json
  readonly title: string
  /** What its records meet, apart from what all records of the list do. */
  readonly criteria: Json
  /** All of its records together. */
  readonly group: Group
}

/** The figures of records in two directions. */
export interface PivotFigures {
  readonly rows: readonly PivotLine[]
  readonly columns: readonly PivotLine[]
  /** How many there are, of which these are the first. */
  readonly allRows: number
  readonly allColumns: number
  readonly cellOf: (row: PivotLine, column: PivotLine) => Group | undefined
  readonly whole: Group | undefined
}

/**
 * What aggregate is asked: the rows, the columns, the cells in the order of the rows, and all records. Averages and
 * distinct values of a row do not follow from its cells, so nothing is added up here.
 */
export function pivotRequests({ rows, columns, figure }: PivotParts, timeZone: string): Omit<GroupRequest, 'data'>[] {
  const figures = figure ? [figure] : []
  const [byRow, byColumn] = [headsRequest(rows, figures, timeZone), headsRequest(columns, figures, timeZone)]
  const both = {
    ...byRow,
    groupBy: [...byRow.groupBy, ...byColumn.groupBy],
    sortBy: [...byRow.sortBy, ...byColumn.sortBy],
  }
  const { sortBy: _, limit: _limit, ...whole } = byRow
  return [{ ...byRow, limit: mostLines }, { ...byColumn, limit: mostLines }, both, { ...whole, groupBy: [] }]
}

/** The table from the answers. A row that an answer was too short for is left out: half of it would be wrong. */
export function toPivot(
  { rows, columns }: PivotParts,
  [byRow, byColumn, both, whole]: readonly Groups[],
  formats: Formats,
): PivotFigures {
  const cells = both?.groups ?? []
  const lastRow = keyOf(cells.at(-1)?.group[rows.path])
  const isCut = (both?.total ?? 0) > cells.length
  const cellKey = (row: string, column: string) => `${row} ${column}`
  const byKeys = new Map(
    cells.map((group) => [cellKey(keyOf(group.group[rows.path]), keyOf(group.group[columns.path])), group]),
  )
  const known = new Set(cells.map(({ group }) => keyOf(group[rows.path])))
  const shown = linesOf(rows, byRow, formats).filter(({ key }) => !isCut || (known.has(key) && key !== lastRow))
  return {
    rows: shown,
    columns: linesOf(columns, byColumn, formats),
    allRows: byRow?.total ?? 0,
    allColumns: byColumn?.total ?? 0,
    cellOf: (row, column) => byKeys.get(cellKey(row.key, column.key)),
    whole: whole?.groups[0],
  }
}

function linesOf(field: GroupField, answer: Groups | undefined, formats: Formats): PivotLine[] {
  const lines = (answer?.groups ?? []).map((group): PivotLine => {
    const value = group.group[field.path] ?? null
    return {
      key: keyOf(value),
      value,
      title: titleOfGroup(value, field, formats),
      criteria: criteriaOfGroup(field, value, formats.timeZone),
      group,
    }
  })
  return sortGroups(lines, field, false, formats.language)
}

/** What tells a value from others: a reference by its id. */
function keyOf(value: Json | undefined): string {
  const isLink = typeof value === 'object' && value !== null && 'id' in value
  return JSON.stringify((isLink ? value.id : value) ?? null)
}

/** The groups that a pivot table begins with: what has many values down, what has few across. */
export function firstPivot(model: ModelMeta, find: FindModel): string[] | undefined {
  const fields = groupFields(model, find).filter(({ field }) => canGroup(field))
  const isOwn = ({ path }: { readonly path: string }) => model.fields.some(({ name }) => name === path)
  const few = fields.filter((each) => isOwn(each) && !isTime(each.field))
  const columns = few.find(({ field }) => field.type === 'choice') ?? few.find(({ field }) => field.type === 'boolean')
  const rows = few.find((each) => each.field.type === 'reference') ?? few.find((each) => each !== columns)
  const month = { path: 'createdOn', by: 'month' } as const
  const down = rows ? { path: rows.path, by: undefined } : month
  const across = columns && columns.path !== down.path ? { path: columns.path, by: undefined } : month
  return down.path === across.path ? undefined : writeGroupings([down, across])
}
