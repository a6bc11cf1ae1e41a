import type { UndoClash } from '@tabularium/client/undo'
import { useRef } from 'react'
import type { SetRecord } from '../../bulk/ChangeSet.ts'
import { labelOf } from '../../field/kinds.ts'
import type { ModelMeta } from '../../meta/ModelMeta.ts'
import { finalValues } from '../../meta/steps.ts'
import { setPage, useChangeSet, useTryUndo, useUndo } from '../../query/changeQueries.ts'
import { Button } from '../../component/Button.tsx'
import { Drawer } from '../../component/Drawer.tsx'
import { Notice } from '../../component/Notice.tsx'
import { Progress } from '../../component/Progress.tsx'
import { Failed } from '../../component/Failed.tsx'
import { type Undoing, useSession, useShell } from '../../shell/Shell.tsx'
import { Clashes } from './Clashes.tsx'
import { SetRecords } from './SetRecords.tsx'
import '../../component/bulk/bulk.css'

/** Undoes change sets after a look at what goes back and what does not; or says why something does not. */
export function UndoDrawer({ what, onClose }: { readonly what: Undoing; readonly onClose: () => void }) {
  const { words } = useShell()
  if (what.is === 'sets') return <UndoSets ids={what.ids} onClose={onClose} />
  return (
    <Drawer
      title={words.undo.stuck}
      close={words.undo.close}
      isOpen
      onClose={onClose}
      footer={
        <Button autoFocus onPress={onClose}>
          {words.undo.close}
        </Button>
      }
    >
      <Clashes clashes={what.clashes} />
    </Drawer>
  )
}

function UndoSets({ ids, onClose }: { readonly ids: readonly number[]; readonly onClose: () => void }) {
  const { service, words } = useShell()
  const trial = useTryUndo(service, ids)
  const run = useUndo(service)
  const carryOut = useCarryOut(ids, run, onClose)
  const many = trial.data?.many ?? 0
  const error = trial.error ?? run.error
  return (
    <Drawer
      title={words.undo.title}
      close={words.undo.cancel}
      isOpen
      isBusy={run.isPending}
      onClose={onClose}
      footer={
        <>
          <Button isDisabled={run.isPending} onPress={onClose}>
            {words.undo.cancel}
          </Button>
          {trial.data ? (
            <Button weight="primary" autoFocus isDisabled={many === 0 || run.isPending} onPress={carryOut}>
              {words.undo.undo(many)}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="bulk">
        {error ? <Failed error={error} /> : null}
        {trial.isPending ? <Progress label={words.undo.looking} done={0} total={1} /> : null}
        <UndoPreview newest={Math.max(...ids)} trial={trial.data} />
      </div>
    </Drawer>
  )
}

/** Undoes change sets, and offers to undo that. */
function useCarryOut(ids: readonly number[], run: ReturnType<typeof useUndo>, onClose: () => void): () => void {
  const { words, newKey, notify, undo } = useShell()
  // They belong to what was seen: a repeat after a lost answer is the same request.
  const keys = useRef(new Map<number, string>())
  const keyOf = (id: number) => {
    const key = keys.current.get(id) ?? newKey()
    keys.current.set(id, key)
    return key
  }
  return () =>
    run.mutate(
      { ids, keyOf },
      {
        onSuccess: (undone) => {
          const { sets } = undone
          const again = sets.length > 0 ? { undo: () => undo({ is: 'sets', ids: sets }) } : {}
          notify({ text: words.undo.done(undone.many), ...again })
          onClose()
        },
      },
    )
}

/** What would go back and what would stay. */
function UndoPreview({
  newest,
  trial,
}: {
  readonly newest: number
  readonly trial: ReturnType<typeof useTryUndo>['data']
}) {
  const { service, words } = useShell()
  const { find } = useSession()
  const set = useChangeSet(service, newest, 0)
  if (!trial) return null
  const final = findFinal(trial.clashes, set.data?.records ?? [], find)
  const whyNothing = final === undefined ? undefined : words.undo.finalNow(final, trial.clashing)
  const went = new Set(trial.records.map(({ model, id }) => `${model} ${id}`))
  const shown = (set.data?.records ?? []).filter(({ model, id }) => went.has(`${model} ${id}`))
  return (
    <>
      <p>{trial.many === 0 ? (whyNothing ?? words.undo.nothing) : words.undo.goes(trial.many)}</p>
      {trial.clashing > 0 ? (
        <Notice tone="theirs" icon="warning">
          {words.undo.stays(trial.clashing)}
        </Notice>
      ) : null}
      <Clashes clashes={trial.clashes.slice(0, setPage)} />
      {shown.length > 0 ? <SetRecords records={shown} back={trial.records} /> : null}
      {trial.many > shown.length ? <p className="dim">{words.bulk.listed(shown.length, trial.many)}</p> : null}
    </>
  )
}

/** The label of the final value that keeps all records from going back, if it is one and the same. */
function findFinal(
  clashes: readonly UndoClash[],
  records: readonly SetRecord[],
  find: (name: string) => ModelMeta | undefined,
): string | undefined {
  const labels = clashes.map(({ model: name, id, errors = {} }) => {
    const model = find(name)
    const record = records.find((each) => each.model === name && each.id === id)
    if (!model || !record) return undefined
    const stuck = Object.entries(record.changes).filter(([field]) => Object.hasOwn(errors, field))
    const [found] = finalValues(model, [Object.fromEntries(stuck)])
    return found && labelOf(found.value, found.field)
  })
  return labels.every((label) => label === labels[0]) ? labels[0] : undefined
}
