import { Button } from 'react-aria-components/Button'
import { Icon } from './Icon.tsx'
import './tag.css'
import './tag-list.css'

/**
 * Several things that were chosen, each of which can be taken out again. The crosses are no stops of Tab: what chooses
 * the things leads to them by keys.
 */
export function TagList<Id extends number | string>({
  label,
  tags,
  remove,
  onRemove,
}: {
  readonly label: string
  readonly tags: readonly { readonly id: Id; readonly label: string }[]
  readonly remove: string
  readonly onRemove: ((id: Id) => void) | undefined
}) {
  return (
    <ul className="tag-list" aria-label={label}>
      {tags.map((tag) => (
        <li key={tag.id} className="tag tag-removable">
          {tag.label}
          {onRemove ? (
            <Button
              className="tag-remove"
              excludeFromTabOrder
              aria-label={`${remove}: ${tag.label}`}
              onPress={() => onRemove(tag.id)}
            >
              <Icon name="clear" size={12} />
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
