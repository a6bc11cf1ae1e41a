import { type Period, periods } from '../../../chart/Chart.ts'
import { isTime, measureFields } from '../../../chart/chartFields.ts'
import type { FigureOf } from '../../../chart/groupHeads.ts'
import { type GroupField, type Grouping, groupingsOf, writeGroupings } from '../../../chart/Grouping.ts'
import { Button } from '../../../component/Button.tsx'
import { Choice } from '../../../component/Choice.tsx'
import { Icon } from '../../../component/Icon.tsx'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import type { ListRoute } from '../../../route/ListRoute.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'

interface PivotToolsProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly rows: GroupField | undefined
  readonly columns: GroupField | undefined
  readonly figure: FigureOf | undefined
}

/** What the rows, the columns and the figure of a pivot table are. The address says which. */
export function PivotTools({ route, model, rows, columns, figure }: PivotToolsProps) {
  const { words, go } = useShell()
  const set = (next: readonly (Grouping | undefined)[]) =>
    go({ ...route, groupBy: writeGroupings(next.filter((each) => each !== undefined)) }, 'replace')
  const measures = measureFields(model, '').flatMap(({ path, label }) => [
    { value: `${path}:sum`, label: words.chart.sum(label) },
    { value: `${path}:avg`, label: words.chart.avg(label) },
  ])
  const value = figure ? `${figure.path}:${figure.of}` : ''
  return (
    <div className="pivot-tools">
      <Side label={words.pivot.rows} model={model} now={rows} other={columns} onChange={(to) => set([to, columns])} />
      <Button
        weight="quiet"
        small
        icon={<Icon name="swap" />}
        aria-label={words.pivot.swap}
        isDisabled={!rows || !columns}
        onPress={() => set([columns, rows])}
      />
      <Side label={words.pivot.columns} model={model} now={columns} other={rows} onChange={(to) => set([rows, to])} />
      <Choice
        label={words.pivot.figure}
        always
        none=""
        options={[{ value: 'count', label: words.chart.count }, ...measures]}
        value={value === '' ? 'count' : value}
        onChange={(to) => go({ ...route, footer: to === null || to === 'count' ? [] : [to] }, 'replace')}
      />
    </div>
  )
}

/** The field of the rows, or of the columns; of a date its period. */
function Side({
  label,
  model,
  now,
  other,
  onChange,
}: {
  readonly label: string
  readonly model: ModelMeta
  readonly now: GroupField | undefined
  readonly other: GroupField | undefined
  readonly onChange: (to: Grouping) => void
}) {
  const { words } = useShell()
  const { find } = useSession()
  const fields = groupingsOf(model, find).filter(({ path }) => path !== other?.path)
  const choose = (path: string | null) => {
    const next = fields.find((each) => each.path === path)
    if (next) onChange({ path: next.path, by: isTime(next.field) ? (now?.by ?? 'month') : undefined })
  }
  return (
    <>
      <Choice
        label={label}
        always
        none=""
        options={fields.map((each) => ({ value: each.path, label: each.label }))}
        value={now?.path ?? null}
        onChange={choose}
      />
      {now?.by === undefined ? null : (
        <Choice
          label={words.grid.period(now.label)}
          always
          none=""
          options={periods.map((each) => ({ value: each, label: words.chart.periods[each] }))}
          value={now.by}
          onChange={(by) => onChange({ path: now.path, by: by as Period })}
        />
      )}
    </>
  )
}
