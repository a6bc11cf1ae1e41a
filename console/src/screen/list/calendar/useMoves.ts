import { useState } from 'react'
import type { ConflictData } from '../../../draft/readConflict.ts'
import { faultWords } from '../../../field/faultWords.ts'
import { showValue } from '../../../field/kinds.ts'
import { type Json, type ModelMeta, type RecordJson, titleOf } from '../../../meta/ModelMeta.ts'
import { useSave } from '../../../query/queries.ts'
import { isFailure, isRefused } from '../../../service/isFailure.ts'
import { untilAnswered } from '../../../service/untilAnswered.ts'
import { useShell } from '../../../shell/Shell.tsx'
import { useUndoing } from '../../../shell/useUndoing.ts'
import { shift } from '../../../component/days.ts'
import { type Ends, type Entry, entryOf } from './useCalendar.ts'

/** A record that somebody moves: whole, or its end alone. */
export interface Held {
  readonly record: RecordJson
  /** Where it was taken: its first day, or its last one if its end is moved. */
  readonly grabbed: string | undefined
  /** The day over which it is now. */
  readonly over: string
  readonly edge: 'whole' | 'end'
}

/** Why a record was not moved, and what can be done about it. */
export interface Refused {
  readonly record: RecordJson
  readonly text: string
  /** Writes it over what others wrote; absent if that can't help. */
  readonly anyway?: () => void
}

type Values = Readonly<Record<string, Json>>

/** The values of a record after a move by so many days; a record without a date begins on the day. */
export function valuesAfter(held: Held, days: number, { from, to }: Ends, timeZone: string): Values {
  const move = (name: string) => {
    const value = held.record[name]
    return typeof value === 'string' && value !== '' ? { [name]: shift(value, days, timeZone) } : {}
  }
  if (held.edge === 'end') {
    const begins = to && held.record[to.name] === null ? held.record[from.name] : undefined
    return to ? (typeof begins === 'string' ? { [to.name]: shift(begins, days, timeZone) } : move(to.name)) : {}
  }
  return { ...move(from.name), ...(to ? move(to.name) : {}) }
}

/** Writes moves: shown at once, and taken back with a reason where the service refuses them. */
export function useMoves(model: ModelMeta, ends: Ends) {
  const { service, words, formats, newKey, notify } = useShell()
  const save = useSave(service)
  const undoing = useUndoing()
  const [sent, setSent] = useState<ReadonlyMap<number, Values>>(new Map())
  const [refused, setRefused] = useState<Refused | undefined>()
  const dateOf = (record: RecordJson) => showValue(record[ends.from.name] ?? null, ends.from, formats)
  const refuse = (record: RecordJson, values: Values, error: unknown) => {
    const title = titleOf(model, record)
    if (isFailure(error, 'version-conflict')) {
      const { current } = error.data as unknown as ConflictData
      const now = { ...record, ...current }
      const version = typeof now.version === 'number' ? now.version : record.version
      const anyway = () => void write({ ...now, id: record.id, version }, values)
      setRefused({ record, text: words.views.calendar.clash(title, dateOf(now)), anyway })
    } else setRefused({ record, text: words.views.calendar.refused(title, reasonOf(error)) })
  }
  const reasonOf = (error: unknown) => {
    const faults = isRefused(error) ? Object.entries(error.errors ?? {}) : []
    const texts = faults.map(([name, fault]) => {
      const field = model.fields.find((one) => one.name === name)
      return field ? `${field.label} ${faultWords(fault, field, model, words)}` : fault
    })
    return texts.length > 0 ? texts.join(' ') : error instanceof Error ? error.message : String(error)
  }
  const write = async (record: RecordJson, values: Values) => {
    setRefused(undefined)
    setSent((all) => new Map(all).set(record.id, values))
    try {
      const data = { ...values, version: record.version }
      const sent = { model: model.name, id: record.id, data, key: newKey() }
      const { record: written, changeSet } = await untilAnswered(() => save.mutateAsync(sent))
      const now = { ...record, ...written }
      const title = titleOf(model, now)
      const write = { changeSet, model: model.name, id: now.id, version: now.version }
      const undo = () => void undoing(write, words.views.calendar.undone(title))
      notify({ text: words.views.calendar.moved(title, dateOf(now)), undo })
    } catch (error) {
      refuse(record, values, error)
    } finally {
      setSent((all) => new Map([...all].filter(([id]) => id !== record.id)))
    }
  }
  const shown = (entry: Entry): Entry => {
    const values = sent.get(entry.record.id)
    return (values && entryOf({ ...entry.record, ...values }, ends, formats.timeZone)) ?? entry
  }
  return { write, shown, isSent: (id: number) => sent.has(id), refused, dismiss: () => setRefused(undefined) }
}

/** Moves of records, and what became of them. */
export type Moves = ReturnType<typeof useMoves>
