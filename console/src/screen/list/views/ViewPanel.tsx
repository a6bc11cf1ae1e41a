import { viewModel } from '../../../meta/ownModels.ts'
import { type FormEvent, useState } from 'react'
import { asText } from '../../../field/kinds.ts'
import { Button } from '../../../component/Button.tsx'
import { TextField } from '../../../component/Field.tsx'
import { Icon } from '../../../component/Icon.tsx'
import { Panel } from '../../../component/Panel.tsx'
import { PickList } from '../../../component/PickList.tsx'
import { Switch } from '../../../component/Switch.tsx'
import { usePage } from '../../../query/queries.ts'
import type { SavedView } from '../../../views/SavedView.ts'
import { useSession, useShell } from '../../../shell/Shell.tsx'
import type { ViewWrites } from '../../../shell/useViewWrites.ts'

/** What its owner can do with a view: rename it, share it, pin it for others and delete it. */
export function ViewPanel({ view, writes }: { readonly view: SavedView; readonly writes: ViewWrites }) {
  const { words } = useShell()
  const { find } = useSession()
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState(view.name)
  const canShare = find(viewModel)?.fields.find((field) => field.name === 'roles')?.may?.update !== 'none'
  const rename = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '' && name.trim() !== view.name) void writes.update(view, { name: name.trim() })
  }
  return (
    <Panel
      title={words.views.change(view.name)}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button weight="quiet" small aria-label={words.views.change(view.name)} icon={<Icon name="more" size={14} />} />
      }
    >
      <form className="views-rename" onSubmit={rename}>
        <TextField label={words.views.name} value={name} onChange={setName} autoComplete="off" />
        <Button type="submit" isDisabled={name.trim() === '' || name.trim() === view.name}>
          {words.views.rename}
        </Button>
      </form>
      {canShare ? <Sharing view={view} writes={writes} /> : null}
      {view.roles.length > 0 ? (
        <Switch
          label={words.views.pin}
          help={words.views.pinHelp}
          shown={view.pinned ? words.value.yes : words.value.no}
          isSelected={view.pinned}
          onChange={(pinned) => void writes.update(view, { pinned })}
        />
      ) : null}
      <div className="panel-actions">
        <Button
          weight="danger"
          small
          icon={<Icon name="delete" size={14} />}
          onPress={() => {
            setOpen(false)
            void writes.remove(view)
          }}
        >
          {words.views.delete}
        </Button>
      </div>
    </Panel>
  )
}

/** The roles whose users see the view. */
function Sharing({ view, writes }: { readonly view: SavedView; readonly writes: ViewWrites }) {
  const { service, words } = useShell()
  const parameters = new URLSearchParams({ fields: 'name', sortBy: 'name', limit: '200', total: 'false' })
  const { data } = usePage(service, 'tabularium.Role', parameters)
  const picks = (data?.records ?? []).map((role) => ({ id: String(role.id), label: asText(role['name']) }))
  return (
    <div className="views-shared">
      <span className="field-label">{words.views.shared}</span>
      <PickList
        label={words.views.shared}
        clear={words.list.clear}
        none={words.views.noRoles}
        picks={picks}
        selected={new Set(view.roles.map(({ id }) => String(id)))}
        onSelect={(ids) => void writes.update(view, { roles: [...ids].map((id) => ({ id: Number(id) })) })}
      />
      <span className="field-help">{words.views.sharedHelp}</span>
    </div>
  )
}
