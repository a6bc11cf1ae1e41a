import { Failed } from '../../../component/Failed.tsx'
import { ShownValue } from '../../../component/ShownValue.tsx'
import { columnsOf, ownerAt, pathsToRead, valueAt } from '../../../meta/columns.ts'
import { type Json, titleOf } from '../../../meta/ModelMeta.ts'
import { useFirstRecords } from '../../../query/listQueries.ts'
import { findParameters } from '../../../route/ListRoute.ts'
import { toUrl } from '../../../route/toUrl.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import { AsOf } from './AsOf.tsx'
import type { TileProps } from './TileView.tsx'
import '../../../component/chart/chart.css'

/** How many fields stand beside the title. */
const beside = 3

/** The first records of a list, and how many more there are. */
export function ListTile({ content: { rows }, route, model }: TileProps<'list'>) {
  const { words, service, formats } = useShell()
  const { find } = useSession()
  const columns = columnsOf(model, route.fields, find)
  const others = columns.filter(({ isTitle }) => !isTitle).slice(0, beside)
  const parameters = findParameters({
    ...route,
    fields: [...new Set([model.title, ...pathsToRead(columns)])],
    limit: rows,
  })
  const { data, error, refetch, dataUpdatedAt } = useFirstRecords(service, model.name, parameters)
  if (error) return <Failed error={error} again={() => void refetch()} />
  if (!data) return <div className="tile-body" aria-busy="true" />
  const more = (data.total ?? 0) - data.records.length
  return (
    <>
      {data.records.length === 0 ? <p className="chart-none">{words.dashboard.noRecords}</p> : null}
      <ul className="tile-records" data-values={others.length}>
        {data.records.map((record) => (
          <li key={record.id}>
            <a href={toUrl({ screen: 'record', model: model.name, id: record.id })}>{titleOf(model, record)}</a>
            {others.map(({ path, field }) => (
              <span key={path} className="tile-value">
                <ShownValue value={valueAt(record, path) as Json} field={field} record={ownerAt(record, path)} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      <p className="tile-notes">
        {more > 0 ? <span>{words.dashboard.more(formats.number(String(more)))}</span> : null}
        <AsOf at={dataUpdatedAt} />
      </p>
    </>
  )
}
