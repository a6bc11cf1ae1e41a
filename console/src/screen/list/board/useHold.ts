import { useMemo, useState } from 'react'
import type { BoardColumn } from '../../../board/BoardColumn.ts'
import { type Drop, dropOf, type DropRules } from '../../../board/dropOf.ts'
import { useNotNow } from '../../../component/action/useNotNow.ts'
import { isComputed, isRelation, type ModelMeta, type RecordJson } from '../../../meta/ModelMeta.ts'
import { useActions } from '../../../query/actionQueries.ts'
import { useTakenCards } from '../../../query/boardQueries.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import type { BoardParts } from './boardParts.ts'

/** Cards that were taken, and where they are held. */
export interface Hold {
  /** The card under the hand comes first. */
  readonly records: readonly RecordJson[]
  /** The column that it comes from, and the one that it is over, by their keys; by index among the columns. */
  readonly from: number
  readonly over: number
  readonly by: 'keys' | 'pointer'
}

/** How many cards are asked about one by one. Of more of them the preview tells what is refused. */
const mostAsked = 20

/** What decides where cards may go, with what is known of those that are taken or whose menu is open. */
export function useDropRules(model: ModelMeta, { field }: BoardParts, taken: readonly number[]): DropRules {
  const { service, words } = useShell()
  const { me } = useSession()
  const actions = useActions(service)
  const notNow = useNotNow(model)
  const isRead = (each: ModelMeta['fields'][number]) => !isRelation(each) && !each.secret && each.may?.read !== 'none'
  const fields = model.fields.filter((each) => isRead(each) && !isComputed(each)).map(({ name }) => name)
  const cards = useTakenCards(service, model, taken.length > mostAsked ? [] : taken, fields)
  return {
    model,
    field,
    words,
    actions,
    notNow: (action, records) =>
      notNow(
        action,
        records.map((record) => ({ ...cards.get(record.id)?.record, ...record })),
      ),
    mayOf: (id) => cards.get(id)?.may,
    lock: me.seenBy ? words.seeAs.lockedWhy(me.username) : undefined,
  }
}

/** The cards in hand, and what each column says to them. */
export function useHold(model: ModelMeta, parts: BoardParts, columns: readonly BoardColumn[]) {
  const [hold, setHold] = useState<Hold | undefined>()
  /** The card whose menu is open. */
  const [asked, setAsked] = useState<number | undefined>()
  const taken = useMemo(
    () => hold?.records.map(({ id }) => id) ?? (asked === undefined ? [] : [asked]),
    [hold?.records, asked],
  )
  const rules = useDropRules(model, parts, taken)
  const dropsOf = (records: readonly RecordJson[]): Drop[] => columns.map((column) => dropOf(records, column, rules))
  const drops = hold ? dropsOf(hold.records) : undefined
  return { hold, setHold, asked, setAsked, drops, dropsOf }
}
