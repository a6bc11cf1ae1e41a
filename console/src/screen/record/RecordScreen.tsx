import { useEffect, useState } from 'react'
import type { NewRoute, RecordRoute } from '../../route/recordRoutes.ts'
import { toUrl } from '../../route/toUrl.ts'
import { findDraft } from '../../draft/keepDraft.ts'
import type { Input } from '../../field/FieldKind.ts'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { Loading } from '../../component/Loading.tsx'
import { Empty } from '../../component/Notice.tsx'
import { useOpened } from '../../query/recordQueries.ts'
import { isFailure } from '../../service/isFailure.ts'
import { ownedByFile } from '../../rights/ownedByFile.ts'
import { Failed } from '../../component/Failed.tsx'
import { keepRecent } from '../../shell/recent.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { PanelButton, RecordSide } from './panel/RecordSide.tsx'
import { useSide } from './panel/useSide.ts'
import { RecordForm } from './RecordForm.tsx'
import { shownFields } from '../../meta/shownFields.ts'
import { useTheirs } from './useTheirs.ts'
import './record.css'

/** One record, or a new one: always a form. A form with something typed stays, whatever became of the record. */
export function RecordScreen({ route, model }: { readonly route: RecordRoute | NewRoute; readonly model: ModelMeta }) {
  const { service, storage } = useShell()
  const { me, declaredRoles } = useSession()
  const id = route.screen === 'record' ? route.id : undefined
  const source = route.screen === 'new' ? route.from : undefined
  const { data, error, refetch } = useOpened(service, model, id ?? source, shownFields(model))
  // A save answers the record as it is now; what is read later replaces it.
  const [saved, setSaved] = useState<RecordJson | undefined>()
  const read = data?.record
  const record = saved && (read === undefined || saved.version > read.version) ? saved : read
  const theirs = useTheirs(model, read, saved)
  const isGone = isFailure(error, 'record-not-found')
  const isRead = id !== undefined && read !== undefined && !isGone
  // The new record that is begun, and what goes on from the one before.
  const [begun, setBegun] = useState<{ round: number; pinned: Readonly<Record<string, Input>> }>(atFirst)
  const side = useSide()
  useRecent(model.name, isRead ? id : undefined)
  // What was typed into a record that is gone stays, also where it can't be read any more.
  const kept = isGone ? findDraft(storage, { user: me.id, model: model.name, id }) : undefined
  const shown = record ?? kept?.base
  const owner = ownedByFile(model, shown, declaredRoles)
  if (isGone && !kept) return <NotFound model={model} id={id ?? source ?? 0} />
  return (
    <div className="record">
      {error && !isGone ? <Failed error={error} again={() => void refetch()} /> : null}
      {route.screen === 'new' && (source === undefined || read) ? (
        <RecordForm
          key={begun.round}
          model={model}
          id={undefined}
          record={undefined}
          may={undefined}
          isGone={false}
          beginning={{ copied: begun.round === 0 ? read : undefined, set: route.set, pinned: begun.pinned }}
          onSaved={setSaved}
          onNext={(pinned) => setBegun(({ round }) => ({ round: round + 1, pinned }))}
        />
      ) : shown && id !== undefined ? (
        <RecordForm
          model={model}
          id={id}
          record={shown}
          may={owner === undefined ? data?.may : nothing}
          isGone={isGone}
          theirs={theirs}
          owner={owner}
          panel={isRead ? <PanelButton side={side} /> : null}
          onSaved={setSaved}
        />
      ) : null}
      {shown || error || (route.screen === 'new' && source === undefined) ? null : <Loading />}
      {isRead && record ? <RecordSide model={model} record={record} may={data?.may} side={side} /> : null}
    </div>
  )
}

/** Keeps which record was opened last. */
function useRecent(model: string, id: number | undefined): void {
  const { storage } = useShell()
  const { me } = useSession()
  useEffect(() => {
    if (id !== undefined && !me.seenBy) keepRecent(storage, me.id, { model, id })
  }, [storage, me, model, id])
}

/** What stands in the place of a record that is not there, or not for this person. */
function NotFound({ model, id }: { readonly model: ModelMeta; readonly id: number }) {
  const { words } = useShell()
  const { me } = useSession()
  // Nobody else is told about a record that they can't see: they ask which ones they see.
  const about = me.admin ? id : undefined
  return (
    <Empty icon="missing" isPage title={words.refusal.notFound(model, id)} lead={words.failure.notFound}>
      <a href={toUrl({ screen: 'why', user: '', model: model.name, id: about, action: 'read' })}>
        {words.whyScreen.title}
      </a>
    </Empty>
  )
}

const atFirst = { round: 0, pinned: {} }

const nothing = { update: false, delete: false, restore: false, fields: [] } as const
