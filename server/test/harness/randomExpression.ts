import type { TypeOfValue } from '../../src/expression/Typed.ts'
import { pick } from './random.ts'

/** The fields that random expressions name, with their types. */
export const expressionFields: ReadonlyMap<string, TypeOfValue> = new Map<string, TypeOfValue>([
  ['quantity', { type: 'integer' }],
  ['count', { type: 'integer' }],
  ['price', { type: 'decimal' }],
  ['rate', { type: 'decimal' }],
  ['name', { type: 'text' }],
  ['code', { type: 'text' }],
  ['paid', { type: 'boolean' }],
  ['fromOn', { type: 'date' }],
  ['dueOn', { type: 'date' }],
  ['begun', { type: 'dateTime' }],
  ['ended', { type: 'dateTime' }],
  ['tags', { type: 'list' }],
  ['marks', { type: 'list' }],
  ['owner', { type: 'reference', target: 'org.example.Person' }],
  ['keeper', { type: 'reference', target: 'org.example.Person' }],
])

/** What an expression is; lists and references are parts of others alone. */
const kindsOfValues = ['integer', 'decimal', 'text', 'boolean', 'date', 'dateTime'] as const
type Kind = (typeof kindsOfValues)[number] | 'list' | 'reference'

const constants: Readonly<Record<Kind, readonly string[]>> = {
  integer: ['0', '1', '2', '7', '100', '-3'],
  decimal: ['0.5', '1.25', '-2.50', '0.001', '1000000.1'],
  text: ["''", "'a'", "'😀b'", "'-'", "' x '", "'it''s'", "'12.50'"],
  boolean: ['true', 'false', 'null'],
  date: ['date(2024, 2, 29)', 'date(1, 1, 1)', 'date(9999, 12, 31)', 'date(2026, 4, 31)', '$today'],
  dateTime: ['begun', 'ended'],
  list: ['tags'],
  reference: ['owner', 'null'],
}

/** Texts of expressions at random, each of a known type. They are not shorter than their depth asks for. */
export class RandomExpressions {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  #pick<T>(choices: readonly T[]): T {
    return pick(this.#random, choices)
  }

  /** An expression of some type, in at most so many levels. */
  next(kind: Kind = this.#pick(kindsOfValues), depth = 4): string {
    if (depth === 0 || this.#random() < 0.12) return this.#leaf(kind)
    const of = (other: Kind) => this.next(other, depth - 1)
    const form = this.#pick(this.#random() < 0.25 ? forAll : forms[kind])
    return form.replaceAll(/\b(INTEGER|DECIMAL|NUMBER|TEXT|BOOLEAN|DATETIME|DATE|LIST|REFERENCE|SAME)\b/g, (word) => {
      if (word === 'NUMBER') return of(this.#pick(['integer', 'decimal']))
      if (word === 'SAME') return of(kind)
      return of(kinds[word] ?? 'integer')
    })
  }

  #leaf(kind: Kind): string {
    const fields = [...expressionFields].filter(([, { type }]) => type === kind).map(([name]) => name)
    return this.#random() < 0.7 ? this.#pick(fields) : this.#pick(constants[kind])
  }
}

const kinds: Readonly<Record<string, Kind>> = {
  INTEGER: 'integer',
  DECIMAL: 'decimal',
  TEXT: 'text',
  BOOLEAN: 'boolean',
  DATE: 'date',
  DATETIME: 'dateTime',
  LIST: 'list',
  REFERENCE: 'reference',
}

const forAll = ['coalesce(SAME, SAME)', 'if(BOOLEAN, SAME, SAME)', 'if(BOOLEAN, SAME, BOOLEAN, SAME)', '(SAME)']

const forms: Readonly<Record<Kind, readonly string[]>> = {
  integer: [
    '(INTEGER + INTEGER)',
    '(INTEGER - INTEGER)',
    '(INTEGER * INTEGER)',
    '(-INTEGER)',
    'abs(INTEGER)',
    'floor(DECIMAL)',
    'ceil(DECIMAL)',
    'mod(INTEGER, INTEGER)',
    'min(INTEGER, INTEGER)',
    'max(INTEGER, INTEGER)',
    'length(TEXT)',
    'length(LIST)',
    'position(TEXT, TEXT)',
    'daysBetween(DATE, DATE)',
    'monthsBetween(DATE, DATE)',
    'yearsBetween(DATE, DATE)',
    'year(DATE)',
    'month(DATE)',
    'day(DATE)',
    'weekday(DATE)',
    'fiscalYear(DATE)',
  ],
  decimal: [
    '(NUMBER + DECIMAL)',
    '(DECIMAL - NUMBER)',
    '(DECIMAL * NUMBER)',
    '(NUMBER / NUMBER)',
    '(-DECIMAL)',
    'abs(DECIMAL)',
    'round(NUMBER, 2)',
    'round(NUMBER, 0)',
    'mod(DECIMAL, NUMBER)',
    'min(DECIMAL, NUMBER)',
    'max(NUMBER, DECIMAL)',
    'number(TEXT)',
    'hoursBetween(DATETIME, DATETIME)',
  ],
  text: [
    'concat(TEXT, NUMBER)',
    "concat(DATE, '-', TEXT)",
    'left(TEXT, INTEGER)',
    'right(TEXT, INTEGER)',
    'substring(TEXT, INTEGER, INTEGER)',
    'trim(TEXT)',
    'text(NUMBER)',
    'text(DATE)',
    'lower(TEXT)',
    'upper(TEXT)',
    'fold(TEXT)',
  ],
  boolean: [
    '(BOOLEAN and BOOLEAN)',
    '(BOOLEAN or BOOLEAN)',
    '(not BOOLEAN)',
    '(NUMBER < NUMBER)',
    '(NUMBER = NUMBER)',
    '(NUMBER >= NUMBER)',
    '(DATE < DATE)',
    '(DATE != DATE)',
    '(DATETIME <= DATETIME)',
    '(TEXT = TEXT)',
    '(TEXT != TEXT)',
    '(TEXT is null)',
    '(NUMBER is not null)',
    "(TEXT in ('a', '', 'b'))",
    '(INTEGER in (1, 2, 7))',
    'contains(TEXT, TEXT)',
    'startsWith(TEXT, TEXT)',
    'has(LIST, TEXT)',
    "has(LIST, 'a')",
    '(LIST = LIST)',
    '(LIST is not null)',
    '(REFERENCE = REFERENCE)',
    '(REFERENCE != REFERENCE)',
    '(REFERENCE is null)',
  ],
  date: [
    '(DATE + 14d)',
    '(DATE - 1m)',
    '(DATE + 1y)',
    '(DATE + days(INTEGER))',
    '(DATE - weeks(INTEGER))',
    '(DATE + months(INTEGER))',
    '(DATE - years(INTEGER))',
    "startOf(DATE, 'week')",
    "startOf(DATE, 'quarter')",
    "endOf(DATE, 'month')",
    "endOf(DATE, 'year')",
    'date(INTEGER, INTEGER, INTEGER)',
    'min(DATE, DATE)',
    'max(DATE, DATE)',
    'dayOf(DATETIME)',
    "today('UTC')",
  ],
  dateTime: [
    '(DATETIME + 3h)',
    '(DATETIME - 90min)',
    '(DATETIME + hours(INTEGER))',
    '(DATETIME - minutes(INTEGER))',
    'max(DATETIME, DATETIME)',
  ],
  list: ['coalesce(LIST, LIST)'],
  reference: ['coalesce(REFERENCE, REFERENCE)'],
}
