import { TabulariumError } from '@tabularium/client'
import { useState } from 'react'
import { type Searched, recordSearch } from '../criteria/recordSearch.ts'
import { titleOf } from '../meta/ModelMeta.ts'
import { usePage } from '../query/queries.ts'
import { useShell } from './Shell.tsx'

/** The records that a picker offers for what is typed while its list is open, and what it says without any. */
export function useRecordSearch(target: Searched | undefined) {
  const { service, words } = useShell()
  const [text, setText] = useState<string | undefined>()
  const [isOpen, setOpen] = useState(false)
  const isAsked = target !== undefined && isOpen
  const parameters = target ? recordSearch(target, text ?? '') : new URLSearchParams()
  const { data, error, isPlaceholderData } = usePage(service, target?.name ?? '', parameters, isAsked)
  const records = error ? [] : (data?.records ?? [])
  const isKnown = data !== undefined && !isPlaceholderData
  return {
    text,
    props: {
      options: records.map((record) => ({ id: record.id, label: target ? titleOf(target, record) : '' })),
      none: error ? messageOf(error) : isKnown ? words.list.noneMatch : words.record.searching,
      clear: words.list.clear,
      onText: setText,
      onOpen: setOpen,
    },
  }

  function messageOf(failure: Error): string {
    const isAway = failure instanceof TabulariumError && failure.code === 'no-answer'
    return isAway ? words.failure.noAnswer : failure.message
  }
}
