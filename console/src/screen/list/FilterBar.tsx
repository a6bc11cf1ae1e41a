import { TabulariumError } from '@tabularium/client'
import { useState } from 'react'
import { firstPage } from '../../route/paging.ts'
import type { ListRoute } from '../../route/ListRoute.ts'
import type { Chip } from '../../criteria/Chip.ts'
import { describeChip } from '../../criteria/describeChip.ts'
import { readWhere } from '../../criteria/readWhere.ts'
import { writeChip, writeWhere } from '../../criteria/writeWhere.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Panel } from '../../component/Panel.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { FilterPanel } from '../../component/lazyComponents.ts'
import { FilterChip } from '../../component/filter/FilterChip.tsx'
import { focusButtonOf } from '../../component/filter/focusButtonOf.ts'
import { useChipContext } from '../../shell/useChipContext.ts'
import '../../component/filter/filter.css'

interface FilterBarProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  /** What the service says about each chip, where it refused the list. */
  readonly faults: readonly (Error | undefined)[]
  /** A new chip that was asked for elsewhere; it has no values yet. */
  readonly wanted?: Chip | undefined
  readonly onWanted?: ((chip: undefined) => void) | undefined
  /** Opens the filter in groups beside the list. */
  readonly onGroups: () => void
}

/** The filter of a list: a chip for each criterion, in words, and the way to add one. */
export function FilterBar({ route, model, faults, wanted, onWanted, onGroups }: FilterBarProps) {
  const { words, go } = useShell()
  const chips = readWhere(route.where)
  const context = useChipContext(model, chips)
  const set = (next: readonly Chip[]) => go({ ...route, where: writeWhere(next), ...firstPage })
  return (
    <div className="filter" role="group" aria-label={words.criteria.filters}>
      {chips.map((chip, index) => (
        <FilterChip
          key={writeChip(chip)}
          chip={chip}
          description={describeChip(chip, context)}
          fault={faults[index]}
          edit={(onDone) => (
            <FilterPanel
              model={model}
              q={route.q}
              others={without(chips, index)}
              chip={chip}
              onApply={(next) => {
                onDone()
                set(chips.map((each, at) => (at === index ? next : each)))
              }}
              onCancel={onDone}
            />
          )}
          onRemove={() => set(without(chips, index))}
        />
      ))}
      <AddFilter {...{ route, model, chips, wanted, onWanted, onGroups }} onAdd={(chip) => set([...chips, chip])} />
      {chips.length > 1 ? (
        <Button
          weight="quiet"
          small
          onPress={({ target }) => {
            focusButtonOf(target.previousElementSibling)
            set([])
          }}
        >
          {words.criteria.removeAll}
        </Button>
      ) : null}
      {faults.map((fault, index) =>
        fault ? <Fault key={writeChip(chips[index] ?? { kind: 'json', text: '' })} fault={fault} /> : null,
      )}
    </div>
  )
}

/** The button and the panel that add a chip. */
function AddFilter({
  route,
  model,
  chips,
  wanted,
  onWanted,
  onGroups,
  onAdd,
}: Omit<FilterBarProps, 'faults'> & { readonly chips: readonly Chip[]; readonly onAdd: (chip: Chip) => void }) {
  const { words } = useShell()
  const [isChosen, setChosen] = useState(false)
  const isOpen = isChosen || wanted !== undefined
  const setOpen = (next: boolean) => {
    setChosen(next)
    if (!next) onWanted?.(undefined)
  }
  useKeys(['list'], { filter: () => setOpen(true) })
  const trigger = (
    <Button weight="quiet" small icon={<Icon name="filter" />}>
      {words.criteria.add}
    </Button>
  )
  return (
    <Panel title={words.criteria.add} isOpen={isOpen} onOpenChange={setOpen} trigger={trigger}>
      <FilterPanel
        // A panel begins with what was asked for; closing, it stays as it is.
        key={isOpen ? 'open' : 'closed'}
        model={model}
        q={route.q}
        others={chips}
        chip={wanted}
        onApply={(chip) => {
          setOpen(false)
          onAdd(chip)
        }}
        onCancel={() => setOpen(false)}
        onGroups={() => {
          setOpen(false)
          onGroups()
        }}
      />
    </Panel>
  )
}

/** What the service says about a chip, with its code and the request. */
function Fault({ fault }: { readonly fault: Error }) {
  const { words } = useShell()
  const { code = '', requestId = '' } = fault instanceof TabulariumError ? fault : {}
  return (
    <p className="filter-fault" role="alert">
      {words.criteria.refused(fault.message)}
      <span className="mono dim">{` ${code} · ${words.failure.request(requestId)}`}</span>
    </p>
  )
}

function without(chips: readonly Chip[], index: number): Chip[] {
  return chips.filter((_, at) => at !== index)
}
