import { type Period, periods } from '../../../chart/Chart.ts'
import { isTime } from '../../../chart/chartFields.ts'
import {
  type GroupField,
  groupFieldsOf,
  type Grouping,
  groupingsOf,
  mostLevels,
  readGroupings,
  writeGroupings,
} from '../../../chart/Grouping.ts'
import { Button } from '../../../component/Button.tsx'
import { Choice } from '../../../component/Choice.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { PickList } from '../../../component/PickList.tsx'
import { firstPage } from '../../../route/paging.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import type { ViewToolsProps } from './ViewTools.tsx'
import './tools.css'

/** What a list is grouped by: up to three fields, the outermost first, dates by their period. */
export function GroupEditor({ route, model }: ViewToolsProps) {
  const { words, go } = useShell()
  const { find } = useSession()
  const now = groupFieldsOf(readGroupings(route.groupBy), model, find)
  const set = (next: readonly Grouping[]) => go({ ...route, ...firstPage, groupBy: writeGroupings(next) }, 'replace')
  const others = groupingsOf(model, find).filter(({ path }) => !now.some((each) => each.path === path))
  return (
    <>
      {now.length === 0 ? null : (
        <ol className="tools-groups" aria-label={words.grid.groupBy}>
          {now.map((group, index) => (
            <Level
              key={group.path}
              group={group}
              onPeriod={(by) => set(now.map((each, at) => (at === index ? { ...each, by } : each)))}
              onRemove={() => set(now.filter((each) => each !== group))}
            />
          ))}
        </ol>
      )}
      {now.length < mostLevels ? (
        <PickList
          // A field that was picked leaves the list, and the list begins anew without it.
          key={now.map(({ path }) => path).join(',')}
          label={words.grid.addGroup}
          find={words.grid.addGroup}
          clear={words.list.clear}
          none={words.criteria.noField}
          picks={others.map(({ path, label }) => ({ id: path, label }))}
          onPick={(path) => {
            const field = others.find((each) => each.path === path)?.field
            if (field) set([...now, { path, by: isTime(field) ? 'month' : undefined }])
          }}
        />
      ) : null}
    </>
  )
}

function Level({
  group: { label, by },
  onPeriod,
  onRemove,
}: {
  readonly group: GroupField
  readonly onPeriod: (by: Period) => void
  readonly onRemove: () => void
}) {
  const { words } = useShell()
  return (
    <li className="tools-group">
      <span className="option-label">{label}</span>
      {by === undefined ? null : (
        <Choice
          label={words.grid.period(label)}
          always
          none=""
          options={periods.map((each) => ({ value: each, label: words.chart.periods[each] }))}
          value={by}
          onChange={(next) => onPeriod(periods.find((each) => each === next) ?? 'month')}
        />
      )}
      <Button
        weight="quiet"
        small
        aria-label={words.grid.removeGroup(label)}
        icon={<Icon name="clear" size={14} />}
        onPress={onRemove}
      />
    </li>
  )
}
