import { Failure, withDetails } from '../failure/failure.ts'
import { isClash } from '../failure/failureCodes.ts'
import { type Faults, maxFaults, toFaultsFailure, toMessage } from './Faults.ts'

/** One mistake in a request that writes several records. */
export interface Problem {
  /** The number of the record in `records`, or of the operation; absent for a single record. */
  readonly index?: number
  readonly field?: string
  readonly fields?: readonly string[]
  /** `not-tried`: the operation refers to one that has a problem, which `because` names. */
  readonly code: Failure['code'] | 'not-tried'
  readonly message: string
  /** The name of what the record breaks. */
  readonly constraint?: string
  /** Other records that do not allow it, limited to what the caller may read. */
  readonly others?: readonly object[]
  /** The earlier record of the request that does not allow it. */
  readonly alsoAt?: number
  readonly because?: number
}

/** The most problems of one reply. */
export const maxProblems = maxFaults

interface Entry {
  readonly problem: Problem
  /** Its paths in `errors`, each with its message there. */
  readonly errors: readonly (readonly [path: string, message: string])[]
  /** The failure that a single write of the record would be. */
  readonly failure?: Failure
}

/** All mistakes of a request that are known so far, and whether everything could be looked at. */
export class Problems {
  readonly #entries: Entry[] = []
  readonly #indexes = new Set<number | undefined>()
  readonly #texts = new Set<string>()
  #unlisted = 0
  isComplete = true

  get size(): number {
    return this.#entries.length + this.#unlisted
  }

  /** Whether the record with this index has a problem. */
  has(index: number | undefined): boolean {
    return this.#indexes.has(index)
  }

  /** Returns the same problems, to which others can be added. */
  copy(): Problems {
    const copy = new Problems()
    for (const entry of this.#entries) copy.#add(entry)
    copy.#unlisted = this.#unlisted
    copy.isComplete = this.isComplete
    return copy
  }

  /** Adds what is wrong with values. `path` is that of the first record, if the failure names it. */
  addFaults(faults: Faults, path: object = {}): void {
    if (faults.size > 0) this.addFailure(toFaultsFailure(faults).with({ ...path }))
    this.#unlisted += faults.unlisted
    if (faults.unlisted > 0) this.isComplete = false
  }

  /** Adds the problems that a failure is about. `parent` is the path of its record, unless the failure says which. */
  addFailure(failure: Failure, parent = '', more: Pick<Problem, 'alsoAt'> = {}): void {
    const { code, message: text, details } = failure
    const { data = {}, errors = {} } = details
    const { place: own, index: number } = data
    const at = typeof own === 'string' ? own : typeof number === 'number' ? `${number}` : parent.replace(/\.$/, '')
    const messages = Object.entries(errors)
    if (isClash(code)) {
      const [first = [at, text], ...others] = messages
      const place = splitPath(others.length > 0 ? at : first[0])
      const problem = { ...place, ...clashOf(data), code, message: text, ...more }
      return this.#add({ problem, failure, errors: first[0] === '' ? [] : [first, ...others] })
    }
    const { fields: _, others: __, ...broken } = clashOf(data)
    for (const [path, message] of messages)
      this.#add({ problem: { ...splitPath(path), code, ...broken, message }, errors: [[path, message]], failure })
    if (messages.length > 0) return
    const names = namesIn(data)
    const [name] = names
    const path = name === undefined || names.length > 1 ? at : `${at === '' ? '' : `${at}.`}${name}`
    const problem = { ...splitPath(path), ...(names.length > 1 ? { fields: names } : {}), code, message: text }
    const isListed = code !== 'invalid-record' && path !== ''
    this.#add({ problem, failure, errors: isListed ? [[path, text]] : [] })
  }

  /** Adds an operation that refers to one with a problem. */
  addNotTried(index: number, because: number): void {
    const message = `Refers to the record of operation ${because}, which was not accepted.`
    this.#add({ problem: { index, code: 'not-tried', message, because }, errors: [[String(index), message]] })
  }

  /** The failure with all of them. Its code is theirs if all have the same. */
  toFailure(): Failure {
    const sorted = this.#entries.toSorted((a, b) => compare(a.problem, b.problem))
    const failures = sorted.flatMap(({ failure }) => failure ?? [])
    const [first] = failures
    if (!first) throw new TypeError('There are no problems.')
    const told = this.#toData(sorted)
    if (sorted.every(({ failure }) => failure === first)) return first.with(told)
    if (first.code === 'invalid-record' || failures.some(({ code }) => code !== first.code))
      return this.#toInvalid(sorted, told)
    return isClash(first.code)
      ? withDetails(first, { data: told, errors: Object.fromEntries(errorsOf(sorted)) })
      : first.with(told)
  }

  /** A failure with the problems that it is about; there may be others. */
  static alone(failure: Failure): Failure {
    const problems = new Problems()
    problems.addFailure(failure)
    problems.isComplete = false
    return failure.with(problems.#toData(problems.#entries))
  }

  #toData(sorted: readonly Entry[]): object {
    const problems = sorted.slice(0, maxProblems).map(({ problem }) => problem)
    return { problems, problemCount: this.size, complete: this.isComplete }
  }

  #toInvalid(sorted: readonly Entry[], told: object): Failure {
    const errors = errorsOf(sorted)
    const unlisted = sorted.filter((entry) => entry.errors.length === 0).map(({ problem }) => problem.message)
    const seen = errors.size === 0 ? [] : [toMessage(errors.keys(), this.size > maxFaults)]
    const failures = sorted.flatMap(({ failure }) => failure ?? [])
    const checks = Object.assign({}, ...failures.map(({ details }) => details.data?.['checks']))
    return new Failure('invalid-record', [...new Set([...seen, ...unlisted])].slice(0, 10).join(' '), {
      errors: Object.fromEntries(errors),
      data: { ...(Object.keys(checks).length === 0 ? {} : { checks }), ...pathOfFirst(sorted), ...told },
    })
  }

  /** The same problem can be found twice: when it is asked for, and when the record is tried. */
  #add(entry: Entry): void {
    const { index, field, fields, code, message } = entry.problem
    const text = JSON.stringify([index, field, fields, code, message])
    if (this.#texts.has(text)) return
    this.#texts.add(text)
    this.#entries.push(entry)
    this.#indexes.add(entry.problem.index)
  }
}

/** The path of the first problem, if one of the failures has one: those of values alone have none. */
function pathOfFirst(sorted: readonly Entry[]): { place?: string; index?: number } {
  if (!sorted.some(({ failure }) => failure?.details.data?.['index'] !== undefined)) return {}
  const [first] = sorted
  const index = first?.problem.index
  const place = first?.failure?.details.data?.['place']
  return {
    place: typeof place === 'string' ? place : String(index),
    ...(index === undefined ? {} : { index }),
  }
}

/** The messages of all problems by path, up to a limit. Several about one path become one. */
function errorsOf(sorted: readonly Entry[]): Map<string, string> {
  const errors = new Map<string, string>()
  for (const [path, message] of sorted.flatMap((entry) => entry.errors)) {
    const known = errors.get(path)?.split('; ') ?? []
    if (known.length === 0 && errors.size >= maxFaults) continue
    errors.set(path, [...new Set([...known, message])].join('; '))
  }
  return errors
}

/** What a problem tells of a clash, from the data of its failure. */
function clashOf({ fields, constraint, others }: Readonly<Record<string, unknown>>): Partial<Problem> {
  const told = { fields, constraint, others }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
}

function namesIn({ field, fields }: Readonly<Record<string, unknown>>): string[] {
  const names: unknown[] = Array.isArray(fields) ? fields : [field]
  return names.filter((name) => typeof name === 'string')
}

/** The index and the field of a path: `0.category` is `category` of the record 0. */
function splitPath(path: string): { index?: number; field?: string } {
  const [, index, field] = /^(\d+)(?:\.(.+))?$/s.exec(path) ?? []
  if (index === undefined) return path === '' ? {} : { field: path }
  return { index: Number(index), ...(field === undefined ? {} : { field }) }
}

function compare(a: Problem, b: Problem): number {
  const [indexA, indexB] = [a.index ?? -1, b.index ?? -1]
  if (indexA !== indexB) return indexA - indexB
  const [nameA, nameB] = [nameOf(a), nameOf(b)]
  return nameA === nameB ? 0 : nameA < nameB ? -1 : 1
}

function nameOf({ field, fields = [] }: Problem): string {
  return field ?? fields[0] ?? ''
}
