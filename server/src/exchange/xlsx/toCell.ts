import type { Cell } from '../Row.ts'
import { type DateKind, fromSerial } from './serialDates.ts'

/** A cell as a sheet has it. */
export interface CellValue {
  /** The attribute `t`. */
  kind: string
  style: number
  /** The text of its value; undefined if it has none. */
  text: string | undefined
  hasFormula: boolean
}

/** The value of a cell, or what is wrong with it. */
export interface CellResult {
  readonly value: Cell
  readonly problem?: string
}

export type ReadCell = (cell: Readonly<CellValue>) => CellResult

/** What the values of cells rest on. */
export interface CellContext {
  readonly strings: readonly string[]
  readonly dateKinds: readonly (DateKind | undefined)[]
  readonly dates1904: boolean
}

/** Digits that spreadsheets show of a number. What a floating point number has beyond them is noise. */
const digits = 15

/** Returns a function that reads cells of a workbook. */
export function toCell(context: CellContext): ReadCell {
  return ({ kind, style, text, hasFormula }) => {
    if (text === undefined)
      return hasFormula
        ? failed('has a formula without a calculated value: open the file and save it')
        : { value: null }
    if (kind === 's') return sharedString(text, context.strings)
    if (kind === 'str' || kind === 'inlineStr' || kind === 'd') return { value: text === '' ? null : text }
    if (kind === 'b') return boolean(text)
    if (kind === 'e') return failed(`is the error ${text.slice(0, 20)}`)
    if (kind === 'n') return number(text, context.dateKinds[style], context.dates1904)
    return failed(`is of the unknown type ${JSON.stringify(kind.slice(0, 20))}`)
  }
}

function failed(problem: string): CellResult {
  return { value: null, problem }
}

function sharedString(index: string, strings: readonly string[]): CellResult {
  const text = /^\d{1,7}$/.test(index) ? strings[Number(index)] : undefined
  if (text === undefined) return failed(`refers to the shared text ${index.slice(0, 20)}, which does not exist`)
  return { value: text === '' ? null : text }
}

function boolean(text: string): CellResult {
  if (text === '1' || text === 'true') return { value: true }
  return text === '0' || text === 'false' ? { value: false } : failed('is neither true nor false')
}

function number(text: string, kind: DateKind | undefined, dates1904: boolean): CellResult {
  if (text === '') return { value: null }
  const value = /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) return failed(`has the number ${text.slice(0, 40)}, which is none`)
  if (kind === undefined) return { value: Number.isSafeInteger(value) ? value : Number(value.toPrecision(digits)) }
  const date = fromSerial(value, kind, dates1904)
  return date === undefined ? failed(`has the number ${text.slice(0, 40)}, which is no date`) : { value: date }
}
