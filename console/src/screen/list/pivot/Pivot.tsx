import { isMixed } from '../../../chart/Figure.ts'
import { groupFieldsOf, readGroupings } from '../../../chart/Grouping.ts'
import { firstPivot, mostLines, type PivotParts } from '../../../chart/pivot.ts'
import { Failed } from '../../../component/Failed.tsx'
import { Empty } from '../../../component/Notice.tsx'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { EmptyList } from '../EmptyList.tsx'
import { figuresOf } from '../groups/figuresOf.ts'
import type { LayoutProps } from '../layouts.ts'
import { PivotTable } from './PivotTable.tsx'
import { PivotTools } from './PivotTools.tsx'
import { usePivot } from './usePivot.ts'
import './pivot.css'

/** Records in two directions: the values of one field down, those of another across, and a figure where they meet. */
export function Pivot({ route, model }: LayoutProps) {
  const { words } = useShell()
  const { find } = useSession()
  const groupBy = route.groupBy.length > 0 ? route.groupBy : (firstPivot(model, find) ?? [])
  const [rows, columns] = groupFieldsOf(readGroupings(groupBy), model, find)
  // Amounts of several currencies are never added up.
  const figure = figuresOf(route, model, find).find(({ field }) => !isMixed(field))
  return (
    <div className="pivot">
      <PivotTools {...{ route, model, rows, columns, figure }} />
      {rows && columns ? (
        <KnownPivot key={groupBy.join(' ')} {...{ route, model }} parts={{ rows, columns, figure }} />
      ) : (
        <Empty icon="pivot" title={words.pivot.choose} />
      )}
    </div>
  )
}

/** A pivot table whose fields are known. */
function KnownPivot({
  route,
  model,
  parts,
}: {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly parts: PivotParts
}) {
  const { words } = useShell()
  const { figures, error, again, isOld } = usePivot(route, parts)
  if (error) return <Failed error={error} again={again} />
  if (!figures) return <div className="list-body" aria-busy="true" />
  if (figures.whole === undefined || figures.whole.count === 0) return <EmptyList route={route} model={model} />
  const notes = [
    ...(figures.rows.length < figures.allRows
      ? [words.pivot.first(figures.rows.length, figures.allRows, parts.rows.label)]
      : []),
    ...(figures.allColumns > mostLines ? [words.pivot.first(mostLines, figures.allColumns, parts.columns.label)] : []),
  ]
  return (
    <>
      {notes.length > 0 ? (
        <p className="pivot-note" role="status">
          {[...notes, words.pivot.narrow].join(' ')}
        </p>
      ) : null}
      <PivotTable {...{ route, model, parts, figures, isOld }} />
    </>
  )
}
