import { useEffect, useRef, useState } from 'react'
import { Button } from '../../component/Button.tsx'
import type { WhyAbout } from '../../component/explain/WhyDialog.tsx'
import { Icon } from '../../component/Icon.tsx'
import { Menu, type MenuLine } from '../../component/Menu.tsx'
import type { ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { toUrl } from '../../route/toUrl.ts'
import type { RecordMay } from '../../service/Service.ts'
import { copyText } from '../../shell/copyText.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { useArchiving } from './archive/useArchiving.ts'
import { DeleteDialog } from './DeleteDialog.tsx'

interface RecordMenuProps {
  readonly model: ModelMeta
  readonly record: RecordJson
  readonly may: RecordMay | undefined
  readonly onWhy: (about: WhyAbout) => void
}

/** What can be done with a record besides its actions. Deleting is last, and apart. */
export function RecordMenu({ model, record, may, onWhy }: RecordMenuProps) {
  const { words } = useShell()
  const { me } = useSession()
  const [isDeleting, setDeleting] = useState(false)
  const box = useFocusBack(isDeleting)
  const archiving = useArchiving(model, record)
  const isSeen = me.seenBy !== undefined
  const mayDelete = !isSeen && (may ? may.delete : model.may.delete !== 'none')
  const mayArchive = !isSeen && model.archive && may?.update && may.fields.includes('archivedOn')
  const lines: MenuLine[] = [
    ...useCopies(model, record),
    { id: 'print', label: words.record.print, icon: 'print', onAction: () => setTimeout(() => print()) },
    {
      id: 'history',
      label: words.record.history,
      icon: 'history',
      hint: 'h',
      isApart: true,
      href: toUrl({ screen: 'history', model: model.name, id: record.id, at: undefined, with: undefined }),
    },
    { id: 'why', label: words.whyScreen.another, icon: 'help', hint: 'w', onAction: () => onWhy({ action: 'update' }) },
    ...(mayArchive ? [{ ...archiving, isApart: true }] : []),
    {
      id: 'delete',
      label: mayDelete ? words.record.delete : words.record.mayNot(words.record.delete),
      icon: mayDelete ? 'delete' : 'lock',
      isApart: !mayArchive,
      isDangerous: mayDelete,
      onAction: () => (mayDelete ? setDeleting(true) : onWhy({ action: 'delete' })),
    },
  ]
  return (
    <>
      <span ref={box}>
        <Menu
          label={words.record.more}
          lines={lines}
          trigger={<Button weight="quiet" icon={<Icon name="more" />} aria-label={words.record.more} />}
        />
      </span>
      <DeleteDialog model={model} record={record} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}

/** The focus goes back to the button of a menu whose line has opened a dialog: the line itself is gone by then. */
function useFocusBack(isOpen: boolean) {
  const box = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!isOpen) return undefined
    const focus = () => {
      if (document.activeElement === document.body) box.current?.querySelector('button')?.focus()
    }
    // After the dialog has gone and has looked for a place for the focus itself.
    return () => void requestAnimationFrame(() => requestAnimationFrame(focus))
  }, [isOpen])
  return box
}

/** The ways to have it once more: as a new record, or what others find it by. */
function useCopies(model: ModelMeta, { id }: RecordJson): MenuLine[] {
  const { words, notify } = useShell()
  const copy = async (text: string) => {
    if (await copyText(text)) notify({ text: words.record.copied })
  }
  const copied: MenuLine[] = [
    { id: 'link', label: words.record.copyLink, icon: 'link', onAction: () => void copy(location.href) },
    { id: 'id', label: words.record.copyId, icon: 'copy', hint: `#${id}`, onAction: () => void copy(String(id)) },
  ]
  if (model.may.create === 'none') return copied
  const href = toUrl({ screen: 'new', model: model.name, from: id, set: {} })
  return [{ id: 'duplicate', label: words.record.duplicate, icon: 'duplicate', hint: 'd', href }, ...copied]
}
