import { Icon } from '../../component/Icon.tsx'
import { ModelIcon } from '../../component/ModelIcon.tsx'
import { manyOf, type ModelMeta } from '../../meta/ModelMeta.ts'
import { moreOf, navigationOf } from '../../meta/navigation.ts'
import { listOf } from '../../route/ListRoute.ts'
import { useSession, useShell } from '../../shell/Shell.tsx'
import { NavItem } from './NavItem.tsx'
import { useFoldedGroups } from './useFold.ts'

interface NavModelsProps {
  /** The model that is shown. */
  readonly current: string
  /** Whether the navigation shows icons alone: then its groups have no heads to press. */
  readonly isFolded: boolean
}

/** The application's own models by group, then those that are out of the way. Groups fold. */
export function NavModels({ current, isFolded }: NavModelsProps) {
  const { words } = useShell()
  const { models } = useSession()
  const folds = useFoldedGroups()
  const more = moreOf(models)
  const groups = navigationOf(models).map(([name, members]) => ({ key: name, name, members, isFoldedAtFirst: false }))
  // No group of an application has this key: a label is no empty text.
  const last = { key: '', name: words.frame.more, members: more, isFoldedAtFirst: true }
  return [...groups, ...(more.length > 0 ? [last] : [])].map(({ key, name, members, isFoldedAtFirst }) => (
    <NavGroup
      key={key}
      {...{ name, members, current }}
      isOpen={folds.has(key) === isFoldedAtFirst}
      toggle={isFolded ? undefined : () => folds.toggle(key)}
    />
  ))
}

interface NavGroupProps {
  readonly name: string
  readonly members: readonly ModelMeta[]
  readonly current: string
  readonly isOpen: boolean
  readonly toggle: (() => void) | undefined
}

/** A group under its head. Where it is folded, it shows the model that one is at. */
function NavGroup({ name, members, current, isOpen, toggle }: NavGroupProps) {
  const shown = isOpen ? members : members.filter((model) => model.name === current)
  return (
    <section className="nav-group">
      <h2>
        {toggle ? (
          <button type="button" className="nav-head" aria-expanded={isOpen} onClick={toggle}>
            {name}
            <Icon name={isOpen ? 'open' : 'forward'} size={14} />
          </button>
        ) : (
          name
        )}
      </h2>
      {shown.length === 0 ? null : (
        <ul className="nav-list">
          {shown.map((model) => (
            <NavItem
              key={model.name}
              to={listOf(model.name)}
              icon={<ModelIcon model={model} />}
              isCurrent={model.name === current}
            >
              {manyOf(model)}
            </NavItem>
          ))}
        </ul>
      )}
    </section>
  )
}
