import { type RefObject, Suspense, useState } from 'react'
import type { ListRoute } from '../../route/ListRoute.ts'
import type { Target } from '../../bulk/Target.ts'
import { type Cursor, underCursor } from '../../grid/moveCursor.ts'
import type { CellRange } from '../../grid/range.ts'
import { namesOf, type Selectable, type Selection, type SelectionStep } from '../../grid/selection.ts'
import type { Column } from '../../meta/columns.ts'
import { type Action, type ModelMeta, titleOf } from '../../meta/ModelMeta.ts'
import { Button } from '../../component/Button.tsx'
import { Icon } from '../../component/Icon.tsx'
import { LockedButton } from '../../component/LockedButton.tsx'
import type { Page } from '../../service/Service.ts'
import { ActionButtons, WhyDialog } from '../../component/lazyComponents.ts'
import { BulkDrawer } from './lazyComponents.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { hasDialog, useTypedAhead } from '../../shell/useTypedAhead.ts'
import { CopyRecords } from './CopyRecords.tsx'
import './selection-bar.css'

interface SelectionBarProps {
  readonly route: ListRoute
  readonly model: ModelMeta
  readonly columns: readonly Column[]
  readonly page: Page
  /** What the cursor moves over: the page, and what was changed in it. */
  readonly rows: readonly Selectable[]
  readonly selection: Selection
  readonly cursor: RefObject<Cursor>
  /** The cells that are chosen: without a selection, their records are meant. */
  readonly range: CellRange | undefined
  readonly onSelect: (step: SelectionStep) => void
  /** Whether no row is in sight: then nothing is offered for a selection, and a change that is under way goes on. */
  readonly isEmpty: boolean
}

/** What is selected, and what can be done with it. Without a selection the keys mean the record under the cursor. */
export function SelectionBar(props: SelectionBarProps) {
  const { model, page, selection, isEmpty, onSelect } = props
  const { words } = useShell()
  const [opened, setOpened] = useState<Opened | undefined>()
  const [why, setWhy] = useState<Action | undefined>()
  const many = isEmpty ? 0 : selection.isAll ? (page.total ?? 0) : selection.versions.size
  const begin = useBegin(props, many, setOpened, setWhy)
  const end = () => setOpened(undefined)
  useTypedAhead(opened ? 'bulk' : why, hasDialog)
  return (
    <>
      <p className="visually-hidden" role="status">
        {many === 0 ? '' : selection.isAll ? words.bulk.allSelected(many, model) : words.bulk.selected(many, model)}
      </p>
      {many === 0 ? null : <SelectionTools {...props} many={many} onBegin={begin} />}
      {opened ? (
        <Suspense>
          <BulkDrawer
            model={model}
            {...opened}
            onClose={end}
            onDone={() => {
              end()
              onSelect({ does: 'none' })
            }}
          />
        </Suspense>
      ) : null}
      {why ? (
        <Suspense>
          <WhyDialog model={model} id={undefined} about={{ action: why }} onClose={() => setWhy(undefined)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Begins to change or delete what is selected, or what is under the cursor; or opens why that may not be done. */
function useBegin(
  { route, model, columns, page, rows, selection, cursor, range }: SelectionBarProps,
  many: number,
  onOpen: (opened: Opened) => void,
  onWhy: (action: Action) => void,
): (isDelete: boolean) => void {
  const { me } = useSession()
  const begin = (isDelete: boolean) => {
    const action = isDelete ? 'delete' : 'update'
    const field = columns[cursor.current.column - 1]?.path
    const record = underCursor(rows, cursor.current)
    // Who sees as somebody else changes nothing.
    if (me.seenBy) return
    if (model.may[action] === 'none') onWhy(action)
    else if (many > 0) onOpen({ target: targetOf(selection, route, page), isDelete, field })
    else if (range)
      onOpen({ target: { is: 'named', records: rows.slice(range.top, range.bottom + 1) }, isDelete, field })
    else if (record) onOpen({ target: { is: 'named', records: [record] }, isDelete, field })
  }
  useKeys(['list'], { bulk: () => begin(false), delete: () => begin(true) })
  return begin
}

/** What can be done with records that are selected. */
function SelectionTools({
  route,
  model,
  columns,
  page,
  selection,
  onSelect,
  many,
  onBegin,
}: SelectionBarProps & { readonly many: number; readonly onBegin: (isDelete: boolean) => void }) {
  const { words } = useShell()
  const { me } = useSession()
  const total = page.total ?? 0
  const target = targetOf(selection, route, page)
  const isPage = page.records.every(({ id }) => selection.versions.has(id))
  const onNone = () => onSelect({ does: 'none' })
  return (
    <section className="selection-bar" aria-label={words.bulk.selection}>
      <span aria-hidden="true">
        {selection.isAll ? words.bulk.allSelected(many, model) : words.bulk.selected(many, model)}
      </span>
      {!selection.isAll && isPage && total > many ? (
        <Button weight="quiet" small onPress={() => onSelect({ does: 'all' })}>
          {words.bulk.selectAll(total)}
        </Button>
      ) : null}
      {me.seenBy ? null : (
        <>
          <OperationButton model={model} action="update" onDo={() => onBegin(false)} />
          <OperationButton model={model} action="delete" onDo={() => onBegin(true)} />
          {target.is === 'named' ? (
            <Suspense>
              <ActionButtons
                model={model}
                records={target.records.map((named) => ({
                  ...page.records.find(({ id }) => id === named.id),
                  ...named,
                }))}
                about={words.bulk.selected(many, model)}
                isMany
                titleOf={(id) => titleOf(model, page.records.find((record) => record.id === id) ?? { id })}
                onDone={onNone}
              />
            </Suspense>
          ) : null}
        </>
      )}
      <CopyRecords model={model} columns={columns} target={target} />
      <Button weight="quiet" small icon={<Icon name="clear" />} aria-label={words.bulk.clear} onPress={onNone} />
    </section>
  )
}

/** What the drawer is about. */
interface Opened {
  readonly target: Target
  readonly isDelete: boolean
  /** The field under the cursor. */
  readonly field: string | undefined
}

/** A button for what may be done with some records at least; otherwise it says why not. */
function OperationButton({
  model,
  action,
  onDo,
}: {
  readonly model: ModelMeta
  readonly action: 'update' | 'delete'
  readonly onDo: () => void
}) {
  const { words } = useShell()
  const label = action === 'update' ? words.bulk.edit : words.bulk.delete
  if (model.may[action] === 'none')
    return (
      <LockedButton label={words.record.mayNot(label)} onWhy={onDo}>
        {label}
      </LockedButton>
    )
  return (
    <Button small icon={<Icon name={action === 'update' ? 'edit' : 'delete'} />} onPress={onDo}>
      {label}
    </Button>
  )
}

function targetOf(selection: Selection, { where, q }: ListRoute, page: Page): Target {
  if (selection.isAll) return { is: 'matching', where, q, total: page.total ?? 0 }
  return { is: 'named', records: namesOf(selection, page.records) }
}
