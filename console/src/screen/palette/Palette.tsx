import { useEffect, useState } from 'react'
import { Finder } from '../../component/Finder.tsx'
import { useFound } from '../../query/useFound.ts'
import { useViewRecords } from '../../query/viewQueries.ts'
import { seesRules } from '../../rights/Rule.ts'
import { paletteRoutes } from '../../route/paletteRoutes.ts'
import { knownItems, matching, recordItems } from '../../views/paletteItems.ts'
import { readView } from '../../views/SavedView.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** Leads anywhere by typing: to records, models, views, new records and screens. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const { service, words, go } = useShell()
  const { models } = useSession()
  const [text, setText] = useState('')
  const q = text.trim()
  const [isWanted, setWanted] = useState(false)
  const { data: found, isPlaceholderData, isPending, isFetching } = useFound(service, q)
  // What is shown while an answer is on its way may be that of other words: Enter waits for the answer.
  const isBusy = q.length >= 2 && isFetching && (isPlaceholderData || isPending)
  const { data: views } = useViewRecords(service, { fieldName: 'id', operator: 'notNull' })
  const screens = paletteRoutes(words).filter(({ route }) => route.screen !== 'access' || seesRules(models))
  const known = matching(knownItems(models, (views ?? []).map(readView), screens, words.palette), q)
  const items = [...recordItems(q.length < 2 ? [] : (found ?? []), q, models, words.palette), ...known]
  const pick = (id: string | undefined) => {
    const item = items.find((each) => each.id === id)
    if (!item) return
    onClose()
    go(item.route)
  }
  useEffect(() => {
    if (isWanted && !isBusy) pick(items[0]?.id)
  })
  return (
    <Finder
      title={words.palette.title}
      find={words.palette.find}
      clear={words.list.clear}
      none={words.palette.none}
      text={text}
      picks={items.slice(0, 60)}
      onText={(next) => {
        setText(next)
        setWanted(false)
      }}
      onPick={pick}
      onFirst={() => setWanted(true)}
      onClose={onClose}
    />
  )
}
