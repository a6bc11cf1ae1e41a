import { Suspense, useState } from 'react'
import { firstPage } from '../../route/paging.ts'
import { listOf, type ListRoute } from '../../route/ListRoute.ts'
import { describeChip } from '../../criteria/describeChip.ts'
import { readWhere } from '../../criteria/readWhere.ts'
import { writeWhere } from '../../criteria/writeWhere.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Empty } from '../../component/Notice.tsx'
import { WriteButton } from '../../component/WriteButton.tsx'
import { useTotals } from '../../query/listQueries.ts'
import { WhyDialog } from '../../component/lazyComponents.ts'
import { useShell } from '../../shell/Shell.tsx'
import { useChipContext } from '../../shell/useChipContext.ts'

/** With more parts, nobody would be helped by a count for each. */
const most = 6

/** A list without records: none at all, or none that match, and how many there would be without each part. */
export function EmptyList({ route, model }: { readonly route: ListRoute; readonly model: ModelMeta }) {
  const { words, go } = useShell()
  const isFiltered = route.q !== '' || route.where !== ''
  const isNarrowed = isFiltered || route.offset > 0 || route.after !== ''
  // Who may see some records only does not know whether there are others.
  const isLimited = !isNarrowed && model.may.read !== 'all'
  const none = isLimited ? words.list.noneSeen(model) : words.list.none(model)
  return (
    <Empty icon={isLimited ? 'lock' : 'empty'} title={isNarrowed ? words.list.noneMatch(model) : none}>
      {isLimited ? <WhyNone model={model} /> : null}
      {isNarrowed || isLimited ? null : <First model={model} />}
      {isFiltered ? <Without route={route} model={model} /> : null}
      {isNarrowed ? (
        <Button
          onPress={() => go(listOf(model.name, { fields: route.fields, sortBy: route.sortBy, limit: route.limit }))}
        >
          {words.list.withoutFilter}
        </Button>
      ) : null}
    </Empty>
  )
}

/** The way to the first record. */
function First({ model: { name, label, may } }: { readonly model: ModelMeta }) {
  const { words, go } = useShell()
  if (may.create === 'none') return null
  return (
    <WriteButton
      weight="primary"
      icon={<Icon name="add" />}
      onPress={() => go({ screen: 'new', model: name, from: undefined, set: {} })}
    >
      {words.list.new(label)}
    </WriteButton>
  )
}

/** The rules that decide what the user sees. */
function WhyNone({ model }: { readonly model: ModelMeta }) {
  const { words } = useShell()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>{words.list.why}</Button>
      <Suspense>
        {isOpen ? (
          <WhyDialog model={model} id={undefined} about={{ action: 'read' }} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </>
  )
}

/** The list without one of its parts, for each of them. */
function Without({ route, model }: { readonly route: ListRoute; readonly model: ModelMeta }) {
  const { service, words, go } = useShell()
  const chips = readWhere(route.where)
  const context = useChipContext(model, chips)
  const parts = [
    ...(route.q === '' ? [] : [{ label: route.q, q: '', where: route.where }]),
    ...chips.map((chip, index) => ({
      label: Object.values(describeChip(chip, context)).join(' ').trim(),
      q: route.q,
      where: writeWhere(chips.filter((_, at) => at !== index)),
    })),
  ].slice(0, most)
  const totals = useTotals(
    service,
    model.name,
    parts.map(({ q, where }) => ({ q, where })),
  )
  return (
    <ul className="without">
      {parts.map(({ label, q, where }, index) => (
        <li key={`${label} ${where}`}>
          <Button small onPress={() => go({ ...route, ...firstPage, q, where })}>
            {words.columns.without(label)}
            <span className="dim">{words.columns.wouldBe(totals[index], model)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}
