import type { Sql } from '../../../sql/sql.ts'

/** Stands between the parts of a period: U+001F. */
export const partSeparator = '\u001f'

/** Where a number is given out: the day there, and the first day of its fiscal year. */
export interface Place {
  /** The current day. All values of a statement have the same, and it is the day of `created_on`. */
  readonly today: Sql
  /** The day of a moment. */
  dayOf(moment: Sql): Sql
  /** Month and day, such as `04-01`. */
  readonly yearBegins: string
}

/** What a number is made from: the place, and the values of the record's own fields. */
export interface NumberedRow {
  readonly place: Place
  own(field: string): Sql
}

/** A part of a number that comes from the record, with the field of the record that leads to it. */
export interface RecordPart {
  readonly field: string
  /** As text; null if the record has no value. */
  value(row: NumberedRow): Sql
}

/** How a field numbers records. */
export interface Series {
  readonly gapless: boolean
  /** Whether the period or the text follows from the record, so that the statement that writes it draws the number. */
  readonly followsRecord: boolean
  /** Whether numbers may be drawn before the statement that uses them. */
  readonly isDrawnAhead: boolean
  /** Criteria of the records that have a number; all records if absent. */
  readonly when: object | undefined
  /** What the count begins anew with, as far as the day of the write decides; undefined if it does not. */
  readonly restart: 'year' | 'month' | 'day' | undefined
  /** The names of the parts of a period, such as `department` and `issuedOn.fiscalYear`. */
  readonly per: readonly string[]
  /** The parts that a record needs values for. */
  readonly parts: readonly RecordPart[]
  /** The parts that may not change once the record has a number. */
  readonly fixedParts: readonly RecordPart[]
  /**
   * The period that a number belongs to, such as `2026-11`: its parts, separated by U+001F. Empty text if the count
   * never begins anew.
   */
  period(row: NumberedRow): Sql
  /** A regular expression for the values of the period that a day is in. Its one group is the number. */
  patternAt(day: Sql, row: NumberedRow): Sql
  /** The value of the field, for a number of the period. */
  toText(number: Sql, row: NumberedRow): Sql
  /** The same in pieces, for statements that know the record before its number. */
  readonly pieces: {
    start(row: NumberedRow): Sql
    number(number: Sql): Sql
    end(row: NumberedRow): Sql
  }
}
