import type { Period } from '../../../chart/Chart.ts'
import { toCriteria } from '../../../chart/figures.ts'
import type { Group } from '../../../chart/Groups.ts'
import { allOf, criteriaOfGroup, readCriteria } from '../../../chart/groupWhere.ts'
import { showPeriod } from '../../../chart/periods.ts'
import { Failed } from '../../../component/Failed.tsx'
import type { Chip } from '../../../criteria/Chip.ts'
import { idOf } from '../../../criteria/describeChip.ts'
import { readWhere } from '../../../criteria/readWhere.ts'
import { writeWhere } from '../../../criteria/writeWhere.ts'
import { asText, showValue } from '../../../field/kinds.ts'
import { findPath } from '../../../meta/columns.ts'
import type { FieldMeta } from '../../../meta/ModelMeta.ts'
import { useGroups } from '../../../query/listQueries.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { AsOf } from './AsOf.tsx'
import { partOf } from './openedList.ts'
import type { TileProps } from './TileView.tsx'
import '../../../component/chart/chart.css'

/** A field to group by, with the period of a date. */
interface TileGroup {
  readonly path: string
  readonly by: Period | undefined
  readonly field: FieldMeta | undefined
  readonly label: string
}

/** A table of groups, each the way to its list. */
export function GroupsTile({ content, route, model }: TileProps<'groups'>) {
  const { words, service, formats } = useShell()
  const { find } = useSession()
  const { groupBy, sum, rows } = content
  const fields = groupBy.map((text): TileGroup => {
    const [path = '', by] = text.split(':')
    const found = findPath(model, path, find)
    return { path, by: by as Period | undefined, field: found?.field, label: found?.label ?? path }
  })
  const { data, error, refetch, dataUpdatedAt } = useGroups(service, route.model, {
    ...toCriteria(route),
    groupBy: fields.map(({ path, by, field }) => {
      const zone = field?.type === 'dateTime' ? { timeZone: formats.timeZone } : {}
      return by === undefined ? path : { fieldName: path, by, ...zone }
    }),
    ...(sum.length > 0 ? { sum } : {}),
    sortBy: fields.some(({ by }) => by !== undefined) ? [] : ['-count'],
    limit: rows,
  })
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data) return <div className="tile-body" aria-busy="true" />
  if (data.groups.length === 0) return <p className="chart-none">{words.chart.none}</p>
  return (
    <>
      <GroupTable {...{ groups: data.groups, fields, content, route, model }} />
      <p className="tile-notes">
        {data.total > data.groups.length ? (
          <span>{words.dashboard.more(formats.number(String(data.total - data.groups.length)))}</span>
        ) : null}
        <AsOf at={dataUpdatedAt} />
      </p>
    </>
  )
}

function GroupTable({
  groups,
  fields,
  content: { count, sum },
  route,
  model,
}: Omit<TileProps<'groups'>, 'before'> & {
  readonly groups: readonly Group[]
  readonly fields: readonly TileGroup[]
}) {
  const { words, formats } = useShell()
  const { find } = useSession()
  return (
    <div className="tile-body" tabIndex={0} role="region" aria-label={words.chart.table}>
      <table className="tile-table">
        <thead>
          <tr>
            {fields.map(({ path, label }) => (
              <th key={path} scope="col">
                {label}
              </th>
            ))}
            {count ? (
              <th className="tile-number" scope="col">
                {words.chart.count}
              </th>
            ) : null}
            {sum.map((path) => (
              <th key={path} className="tile-number" scope="col">
                {findPath(model, path, find)?.label ?? path}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={JSON.stringify(group.group)}>
              <GroupCells {...{ group, fields, route }} />
              {count ? <td className="tile-number">{formats.number(String(group.count))}</td> : null}
              {sum.map((path) => {
                const field = findPath(model, path, find)?.field
                const value = group.sum?.[path] ?? '0'
                const shown = field ? showValue(value, field, formats) : asText(value)
                return (
                  <td key={path} className="tile-number">
                    {shown}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function GroupCells({
  group,
  fields,
  route,
}: {
  readonly group: Group
  readonly fields: readonly TileGroup[]
  readonly route: ListRoute
}) {
  const { words, formats } = useShell()
  const href = hrefOf(route, fields, group, formats.timeZone)
  return fields.map(({ path, by, field }, index) => {
    const value = group.group[path] ?? null
    const shown =
      value === null
        ? words.criteria.noValueOption
        : by
          ? showPeriod(asText(value), by, formats.language)
          : field
            ? showValue(value, field, formats)
            : asText(value)
    return <td key={path}>{index === 0 ? <a href={href}>{shown}</a> : shown}</td>
  })
}

/** The list of the records of a group. */
function hrefOf(route: ListRoute, fields: readonly TileGroup[], { group }: Group, timeZone: string): string {
  const chips = fields
    .filter(({ by }) => by === undefined)
    .map(({ path }): Chip => {
      const value = group[path] ?? null
      const test = { kind: 'test', path, orMissing: false } as const
      return value === null
        ? { ...test, test: 'isNull', values: [] }
        : { ...test, test: 'is', values: [idOf(value) ?? value] }
    })
  const periods = fields.flatMap(({ path, by, field, label }) =>
    by && field ? [criteriaOfGroup({ path, by, field, label }, group[path] ?? null, timeZone)] : [],
  )
  const others = readCriteria(writeWhere([...readWhere(route.where), ...chips]))
  return toUrl(partOf(route, JSON.stringify(allOf([others, ...periods]) ?? '')))
}
