import { boardParts, type BoardParts } from './boardParts.ts'
import { Failed } from '../../../component/Failed.tsx'
import { Empty } from '../../../component/Notice.tsx'
import { mostColumns } from '../../../board/BoardColumn.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { BoardColumns } from './BoardColumns.tsx'
import type { LayoutProps } from '../layouts.ts'
import { useBoardData } from './useBoardData.ts'
import './board.css'

/** How many cards a column begins with, unless its view says otherwise. */
const usualLimit = 20

/** The records of a list as cards in columns, by the values of a field. */
export function Board({ route, model, options }: LayoutProps) {
  const { words } = useShell()
  const { find } = useSession()
  const { by = '', card = [], sum = '', limit = usualLimit, colors } = options
  const parts = boardParts(model, { by, card, sum, lane: route.groupBy[0] ?? '', limit, colors }, find)
  if (!parts) return <Empty icon="columns" title={words.board.noField} />
  return <KnownBoard key={`${parts.field.name} ${parts.lane?.name ?? ''}`} {...{ route, model, options, parts }} />
}

/** A board whose field makes columns. */
function KnownBoard({ parts, ...props }: LayoutProps & { readonly parts: BoardParts }) {
  const { words } = useShell()
  const data = useBoardData(props.model, parts, props.route)
  if (data.isTooWide) return <Empty icon="columns" title={words.board.tooMany(parts.field.label, mostColumns)} />
  if (data.error && !data.isKnown) return <Failed error={data.error} again={data.again} />
  if (!data.isKnown) return <div className="list-body" aria-busy="true" />
  return (
    <>
      {data.error ? <Failed error={data.error} again={data.again} /> : null}
      <BoardColumns {...{ ...props, parts, data }} />
    </>
  )
}
