import { useEffect, useRef, useState } from 'react'
import { type PendingEdits, recordsOfEdits, valuesOfEdits } from '../../../bulk/PendingEdits.ts'
import { type Preview, type Row, rowsOf } from '../../../bulk/Preview.ts'
import type { Ran } from '../../../bulk/runRounds.ts'
import type { BulkOperation, Target } from '../../../bulk/Target.ts'
import type { ModelMeta } from '../../../meta/ModelMeta.ts'
import { Button } from '../../../component/Button.tsx'
import { Drawer } from '../../../component/Drawer.tsx'
import { BulkStates } from '../../../component/bulk/BulkStates.tsx'
import { PreviewTable } from '../../../component/bulk/PreviewTable.tsx'
import { countForGood, ForGoodNote, isUndoable } from '../../../component/bulk/StepNotes.tsx'
import { useBulk } from '../../../component/bulk/useBulk.ts'
import { useShell } from '../../../shell/Shell.tsx'
import '../../../component/bulk/bulk.css'

interface BulkEditDrawerProps {
  readonly model: ModelMeta
  readonly pending: PendingEdits
  readonly isSave: boolean
  readonly onClose: () => void
  /** The records whose edits are in the service now. */
  readonly onSaved: (ids: readonly number[]) => void
  /** Why edits were refused, by record and field. */
  readonly onRefused?: (refusals: ReadonlyMap<number, Readonly<Record<string, string>>>) => void
  /** Those whose edits are in the service now, while others are not because of a failure. */
  readonly onPart: (ids: readonly number[]) => void
}

/**
 * What the edits of a list would do, by the write itself, which is taken back. A save writes them at once where nothing
 * is refused and all of it can be undone; what is refused or stays for good is shown first.
 */
export function BulkEditDrawer(props: BulkEditDrawerProps) {
  const { model, onClose } = props
  const { words } = useShell()
  const { bulk, operation, total, many, refused, canSave } = useSaveEdits(props)
  const { preview } = bulk
  const isBusy = bulk.isTrying || bulk.isRunning
  return (
    <Drawer
      title={words.bulk.titleEdit(total, false, model)}
      close={words.bulk.cancel}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      footer={
        isBusy ? (
          <Button onPress={bulk.stop}>{words.bulk.stop}</Button>
        ) : (
          <>
            <ForGoodNote model={model} preview={preview} />
            <Button onPress={onClose}>{words.bulk.cancel}</Button>
            {bulk.isWhole ? (
              <Button weight="primary" isDisabled={!canSave} onPress={() => bulk.carryOut(operation)}>
                {words.bulk.change(many, model)}
              </Button>
            ) : (
              <Button weight="primary" onPress={() => bulk.tryIt(operation)}>
                {words.bulk.preview}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="bulk">
        <BulkStates bulk={bulk} total={total} />
        {preview && !bulk.isTrying ? (
          <>
            {many === 0 ? <p>{words.bulk.nothing}</p> : null}
            {refused > 0 ? <p>{words.bulkEdit.refused}</p> : null}
            <PreviewTable model={model} preview={preview} isDelete={false} />
          </>
        ) : null}
      </div>
    </Drawer>
  )
}

/** Tries the pending edits, and writes them: at once for a save where nothing is refused. */
function useSaveEdits({ model, pending, isSave, onSaved, onRefused, onPart }: BulkEditDrawerProps) {
  const { words, notify, undo } = useShell()
  // The edits of the moment: the list behind the drawer stays as it is.
  const [values] = useState(() => valuesOfEdits(pending))
  const [operation] = useState((): BulkOperation => ({ is: 'each', values }))
  const [target] = useState((): Target => ({ is: 'named', records: recordsOfEdits(pending) }))
  const onDone = ({ written, sets }: Ran) => {
    const { preview: tried } = bulk
    const goBack = { undo: () => undo({ is: 'sets', ids: sets }) }
    notify({ text: words.bulk.changed(written.length, model), ...(isUndoable(model, tried) ? goBack : {}) })
    const { rows = [] } = tried ?? {}
    onSaved([...written, ...rows.flatMap(({ id, outcome }) => (outcome === 'same' ? [id] : []))])
  }
  const bulk = useBulk(model, target, onDone, ({ written }) => onPart(written))
  const { preview } = bulk
  const tryFirst = useRef(() => bulk.tryIt(operation))
  useEffect(() => tryFirst.current(), [])
  const many = preview?.counts.changed ?? 0
  const refused = preview?.counts.refused ?? 0
  const canSave = bulk.isWhole && many > 0 && !bulk.isRunning
  const tell = useRef(onRefused)
  useEffect(() => {
    if (bulk.isWhole && preview && refused > 0) tell.current?.(refusalsOf(preview))
  }, [bulk.isWhole, preview, refused])
  const isDirect = useRef(isSave)
  useEffect(() => {
    if (!isDirect.current || !canSave) return
    isDirect.current = false
    if (refused === 0 && countForGood(model, preview)[0] === 0) bulk.carryOut(operation)
  })
  return { bulk, operation, total: values.size, many, refused, canSave }
}

/** Why records are refused, by field; without a field it is about the whole record. */
function refusalsOf(preview: Preview): ReadonlyMap<number, Readonly<Record<string, string>>> {
  const reasons = ({ reasons: all }: Row) => Object.fromEntries(all.map(({ field = '', message }) => [field, message]))
  return new Map(rowsOf(preview, 'refused').map((row) => [row.id, reasons(row)]))
}
