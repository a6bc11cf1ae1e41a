import { TabulariumError } from '@tabularium/client'
import { useState } from 'react'
import { recordSearch, type Searched, setWhere } from '../criteria/recordSearch.ts'
import { kindOf, showValue } from '../field/kinds.ts'
import type { Words } from '../i18n/Words.ts'
import { type Json, type RecordJson, titleOf } from '../meta/ModelMeta.ts'
import { userModel } from '../meta/ownModels.ts'
import { usePage } from '../query/queries.ts'
import { isFailure } from '../service/isFailure.ts'
import { readPicked } from './picked.ts'
import { useSession, useShell } from './Shell.tsx'

/**
 * The records that a picker offers for what is typed while its list is open, and what it says without any. With an
 * `offer` they are those that meet its criteria.
 */
export function useRecordSearch(target: Searched | undefined, offer?: Json) {
  const { service, storage, words, formats } = useShell()
  const { me, find } = useSession()
  const [text, setText] = useState<string | undefined>()
  const [isOpen, setOpen] = useState(false)
  // What was typed is asked for also where the input was left before the answer came.
  const isAsked = target !== undefined && (isOpen || text !== undefined)
  const parameters = target ? recordSearch(target, text ?? '', offer) : new URLSearchParams()
  const { data, error, isPlaceholderData } = usePage(service, target?.name ?? '', parameters, isAsked)
  // What was chosen last stands first, until something is typed.
  const picked = target && (text ?? '').trim() === '' ? readPicked(storage, me.id, target.name) : []
  const last = usePage(
    service,
    target?.name ?? '',
    pickedAlone(parameters, picked, offer),
    isAsked && picked.length > 0,
  )
  const recent = picked.flatMap((id) => last.data?.records.find((record) => record.id === id) ?? [])
  const others = (data?.records ?? []).filter(({ id }) => !recent.some((record) => record.id === id))
  const records = error ? [] : [...recent, ...others]
  // Whoever may not list users can still choose themselves.
  const isSelfAlone = target?.name === userModel && isFailure(error, 'not-permitted')
  const options = records.map((record) => ({
    id: record.id,
    label: target ? titleOf(target, record) : '',
    record,
    beside: besideTitle(record),
  }))
  const isKnown = data !== undefined && !isPlaceholderData && (picked.length === 0 || !last.isLoading)
  return {
    text,
    props: {
      isKnown: isKnown || error !== null,
      options: isSelfAlone ? [{ id: me.id, label: me.username }] : options,
      none: error
        ? messageOf(error, words)
        : isKnown
          ? words.list.noneMatch(find(target?.name ?? ''))
          : words.record.searching,
      clear: words.list.clear,
      onText: setText,
      onOpen: setOpen,
    },
  }

  /** What a picker shows beside the title: texts first, figures at the end. */
  function besideTitle(record: RecordJson): { text: string; isFigure: boolean }[] {
    const known = find(target?.name ?? '')?.fields ?? []
    const picked = (target?.pick ?? []).flatMap((name) => known.filter((field) => field.name === name))
    return picked
      .filter(({ name }) => name !== target?.title && (record[name] ?? null) !== null)
      .map((field) => ({
        text: showValue(record[field.name], field, formats, record),
        isFigure: kindOf(field).aligned === 'end',
      }))
  }
}

function messageOf(failure: Error, words: Words): string {
  const isAway = failure instanceof TabulariumError && failure.code === 'no-answer'
  return isAway ? words.failure.noAnswer : failure.message
}

/** The same question for some records alone. */
function pickedAlone(parameters: URLSearchParams, ids: readonly number[], offer: Json | undefined): URLSearchParams {
  const own = new URLSearchParams(parameters)
  setWhere(own, offer, { fieldName: 'id', operator: 'in', value: ids })
  return own
}
