import { toCriteria } from '../../../chart/figures.ts'
import { trimZeros } from '../../../chart/exact.ts'
import { Failed } from '../../../component/Failed.tsx'
import type { Formats } from '../../../field/FieldKind.ts'
import { asText, showValue } from '../../../field/kinds.ts'
import { findPath } from '../../../meta/columns.ts'
import type { FieldMeta, Json } from '../../../meta/ModelMeta.ts'
import { useGroups } from '../../../query/listQueries.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import type { Groups } from '../../../chart/Groups.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import type { Figure } from '../../../views/Tile.ts'
import { AsOf } from './AsOf.tsx'
import type { TileProps } from './TileView.tsx'

/** One exact figure of the records of a list, and its change from the period before. */
export function FigureTile({ content: { figure, compare }, route, before, model }: TileProps<'figure'>) {
  const { words, formats } = useShell()
  const { find } = useSession()
  const now = useFigure(route, figure)
  const then = useFigure(before ?? route, figure, before !== undefined)
  const field = figure.of === 'count' ? undefined : findPath(model, figure.path, find)?.field
  const failed = now.error ?? then.error
  if (failed) return <Failed error={failed} again={() => void Promise.all([now.refetch(), then.refetch()])} />
  if (!now.data) return <p className="tile-figure" aria-busy="true" />
  const value = valueOf(now.data, figure)
  return (
    <>
      <p className="tile-figure">{show(value, figure, field, formats)}</p>
      <p className="tile-notes">
        {compare && before && then.data ? (
          <span>{describeChange(value, valueOf(then.data, figure), compare.by, words.dashboard, formats)}</span>
        ) : null}
        <AsOf at={now.dataUpdatedAt} />
      </p>
    </>
  )
}

function useFigure(route: ListRoute, figure: Figure, enabled = true) {
  const { service } = useShell()
  const request = {
    ...toCriteria(route),
    groupBy: [],
    ...(figure.of === 'count' ? {} : { [figure.of]: [figure.path] }),
  }
  return useGroups(service, route.model, request, enabled)
}

function valueOf({ groups: [whole] }: Groups, figure: Figure): Json {
  if (figure.of === 'count') return whole?.count ?? 0
  return whole?.[figure.of]?.[figure.path] ?? (figure.of === 'sum' ? '0' : null)
}

function show(value: Json, figure: Figure, field: FieldMeta | undefined, formats: Formats): string {
  if (value === null) return formats.words.dashboard.noValue
  if (!field || figure.of === 'count') return formats.number(asText(value))
  return showValue(figure.of === 'avg' ? trimZeros(asText(value)) : value, field, formats)
}

/** The change in percent, rounded: the exact figures are those of the two lists. */
function describeChange(
  value: Json,
  before: Json,
  by: 'day' | 'week' | 'month' | 'year',
  words: Formats['words']['dashboard'],
  { language }: Formats,
): string {
  const change = Number(value) / Number(before) - 1
  if (before === null || Number(before) === 0 || !Number.isFinite(change)) return words.beforeNone
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  return words.than[by](percent.format(change))
}
