import { useEffect, useState } from 'react'
import type { Chip } from '../../criteria/Chip.ts'
import { filterOffers, offeredModels } from '../../criteria/filterOffers.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { useFound } from '../../query/useFound.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { Button } from '../Button.tsx'
import { FinderList } from '../FinderList.tsx'
import { Icon, type IconName } from '../Icon.tsx'

/** What a filter begins with: a field, whose test is asked next, or a whole comparison, which Enter applies. */
export function FieldStep({
  model,
  isOwn,
  onGroups,
  onChoose,
  onApply,
}: {
  readonly model: ModelMeta
  readonly isOwn: boolean
  readonly onGroups: (() => void) | undefined
  readonly onChoose: (chip: Chip) => void
  readonly onApply: (chip: Chip) => void
}) {
  const { words } = useShell()
  const { text, offers, isBusy, setText } = useOffers(model, isOwn)
  const [isWanted, setWanted] = useState(false)
  const pick = (id: string | undefined) => {
    const offer = offers.find((each) => each.id === id)
    if (offer) (offer.isWhole ? onApply : onChoose)(offer.chip)
  }
  useEffect(() => {
    if (!isWanted || (isBusy && offers.length === 0)) return
    setWanted(false)
    pick(offers[0]?.id)
  })
  return (
    <>
      <FinderList
        title={words.criteria.field}
        find={words.criteria.findField}
        clear={words.list.clear}
        none={isBusy ? words.record.searching : words.criteria.noFilter}
        text={text}
        picks={offers}
        isFirstMarked={text.trim() !== ''}
        isFirstRead
        onText={(next) => {
          setText(next)
          setWanted(false)
        }}
        onPick={pick}
        onFirst={() => setWanted(text.trim() !== '')}
      />
      <div className="panel-actions">
        {onGroups ? <OtherWay icon="group" label={words.criteria.groups.open} onPress={onGroups} /> : null}
        <OtherWay icon="json" label={words.criteria.asJson} onPress={() => onChoose({ kind: 'json', text: '' })} />
      </div>
    </>
  )
}

/** A filter that does not begin with a field. */
function OtherWay({
  icon,
  label,
  onPress,
}: {
  readonly icon: IconName
  readonly label: string
  readonly onPress: () => void
}) {
  return (
    <Button weight="quiet" small icon={<Icon name={icon} size={14} />} onPress={onPress}>
      {label}
    </Button>
  )
}

/** What is offered for the text. Records that references lead to come when the service has found them. */
function useOffers(model: ModelMeta, isOwn: boolean) {
  const { service, words } = useShell()
  const { find, me } = useSession()
  const [text, setText] = useState('')
  const models = offeredModels({ model, find })
  const q = models.size === 0 ? '' : text.trim()
  const { data, isFetching, isPlaceholderData, isPending } = useFound(service, q)
  const isBusy = q.length >= 2 && isFetching && (isPlaceholderData || isPending)
  const found = isBusy || q.length < 2 ? [] : (data ?? []).filter((each) => models.has(each.model))
  const offers = filterOffers(text, found, { model, find, words, today: me.application?.today, isOwn })
  return { text, offers, isBusy, setText }
}
