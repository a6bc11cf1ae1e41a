import { type ComponentType, useState } from 'react'
import type { Chip, GroupChip } from '../../criteria/Chip.ts'
import { describeChip } from '../../criteria/describeChip.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useChipContext } from '../../shell/useChipContext.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { Panel } from '../Panel.tsx'
import { Segments } from '../Segments.tsx'
import { FilterChip } from './FilterChip.tsx'
import { focusButtonOf } from './focusButtonOf.ts'
import type { FilterPanelProps } from './FilterPanel.tsx'

/** How deep groups can be made; deeper ones are shown where criteria have them. */
const deepest = 5

/** What the filters of a group are about. */
export interface FilterAbout extends Pick<FilterPanelProps, 'model' | 'q' | 'others' | 'dialect' | 'isOwn'> {
  /** What makes or changes a line: the panel itself may show a group. */
  readonly FilterPanel: ComponentType<FilterPanelProps>
}

interface FilterGroupProps extends FilterAbout {
  readonly group: GroupChip
  readonly depth?: number
  readonly onChange: (group: GroupChip) => void
  /** Takes the group out; undefined for the outermost. */
  readonly onRemove?: () => void
}

/** A group of filters, and the groups in it: how many of them a record must meet, one filter a line. */
export function FilterGroup({ group, depth = 1, onChange, onRemove, ...about }: FilterGroupProps) {
  const { words } = useShell()
  const { groups } = words.criteria
  const set = (chips: readonly Chip[]) => onChange({ ...group, chips })
  return (
    <div className="filter-group" role="group" aria-label={groups[group.of]}>
      <div className="filter-group-head">
        <Segments
          label={groups.match}
          segments={(['all', 'any', 'none'] as const).map((id) => ({ id, label: groups[id] }))}
          value={group.of}
          onChange={(of) => onChange({ ...group, of })}
        />
        {onRemove ? (
          <Button
            weight="quiet"
            small
            aria-label={groups.remove}
            icon={<Icon name="clear" size={13} />}
            onPress={({ target }) => {
              focusButtonOf(target.closest('.filter-group')?.nextElementSibling)
              onRemove()
            }}
          />
        ) : null}
      </div>
      {group.chips.length === 0 ? <p className="dim">{groups.empty}</p> : null}
      <Lines {...about} group={group} depth={depth} set={set} />
      <div className="filter-group-add">
        <AddLine {...about} onAdd={(chip) => set([...group.chips, chip])} />
        {depth < deepest ? (
          <Button
            weight="quiet"
            small
            icon={<Icon name="add" size={14} />}
            onPress={() => set([...group.chips, { kind: 'group', of: group.of === 'any' ? 'all' : 'any', chips: [] }])}
          >
            {groups.add}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Lines({
  group: { chips },
  depth,
  set,
  FilterPanel,
  ...about
}: FilterAbout & {
  readonly group: GroupChip
  readonly depth: number
  readonly set: (chips: readonly Chip[]) => void
}) {
  const context = useChipContext(about.model, chips)
  const put = (at: number, next: Chip) => set(chips.map((each, index) => (index === at ? next : each)))
  return chips.map((chip, index) => {
    const remove = () => set(chips.filter((_, at) => at !== index))
    // A line has no other identity than its place: what it asks changes.
    /* oxlint-disable react/no-array-index-key */
    if (chip.kind === 'group')
      return (
        <FilterGroup
          key={index}
          {...{ ...about, FilterPanel }}
          group={chip}
          depth={depth + 1}
          onChange={(next) => put(index, next)}
          onRemove={remove}
        />
      )
    const edit = (onDone: () => void) => (
      <FilterPanel
        {...about}
        chip={chip}
        onApply={(next) => {
          onDone()
          put(index, next)
        }}
        onCancel={onDone}
      />
    )
    return (
      <FilterChip
        key={index}
        chip={chip}
        description={describeChip(chip, context)}
        fault={undefined}
        edit={edit}
        onRemove={remove}
      />
    )
    /* oxlint-enable react/no-array-index-key */
  })
}

function AddLine({ FilterPanel, onAdd, ...about }: FilterAbout & { readonly onAdd: (chip: Chip) => void }) {
  const { words } = useShell()
  const [isOpen, setOpen] = useState(false)
  const trigger = (
    <Button weight="quiet" small icon={<Icon name="filter" size={14} />}>
      {words.criteria.add}
    </Button>
  )
  return (
    <Panel title={words.criteria.add} isOpen={isOpen} onOpenChange={setOpen} trigger={trigger}>
      <FilterPanel
        key={isOpen ? 'open' : 'closed'}
        {...about}
        chip={undefined}
        onApply={(chip) => {
          setOpen(false)
          onAdd(chip)
        }}
        onCancel={() => setOpen(false)}
      />
    </Panel>
  )
}
