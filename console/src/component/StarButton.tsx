import { type Starred, useFavorites } from '../shell/useFavorites.ts'
import { useShell } from '../shell/Shell.tsx'
import { useKeys } from '../shell/useKeys.ts'
import { Icon } from './Icon.tsx'
import { WriteButton } from './WriteButton.tsx'
import './star.css'

/** Stars a view or a record, or takes the star away. The key `s` does the same. */
export function StarButton({
  what,
  scope,
  small = false,
}: {
  readonly what: Starred
  /** Where its key works; absent: nowhere, because it is one of several. */
  readonly scope?: 'list' | 'record'
  readonly small?: boolean
}) {
  const { words } = useShell()
  const { find, add, remove, isKnown, isBusy } = useFavorites()
  const starred = find(what)
  const toggle = () => {
    if (isKnown && !isBusy) void (starred ? remove(starred) : add(what))
  }
  useKeys(scope ? [scope] : [], { star: toggle })
  return (
    <WriteButton
      weight="quiet"
      small={small}
      icon={
        <span className="star" data-on={starred ? true : undefined}>
          <Icon name="star" size={small ? 14 : 16} />
        </span>
      }
      aria-label={starred ? words.favorites.remove : words.favorites.add}
      onPress={toggle}
    />
  )
}
