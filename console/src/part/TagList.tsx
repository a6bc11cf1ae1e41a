import { Button } from 'react-aria-components/Button'
import { Tag, TagGroup, TagList as AriaTagList } from 'react-aria-components/TagGroup'
import { Icon } from './Icon.tsx'
import './tag.css'
import './tag-list.css'

/** Several chosen records, each of which can be taken out again. */
export function TagList({
  label,
  tags,
  remove,
  onRemove,
}: {
  readonly label: string
  readonly tags: readonly { readonly id: number; readonly label: string }[]
  readonly remove: string
  readonly onRemove: ((id: number) => void) | undefined
}) {
  const onRemoveAll = onRemove ? (ids: Iterable<unknown>) => [...ids].forEach((id) => onRemove(Number(id))) : undefined
  return (
    <TagGroup aria-label={label} {...(onRemoveAll ? { onRemove: onRemoveAll } : {})}>
      <AriaTagList className="tag-list" items={tags}>
        {(tag) => (
          <Tag className="tag tag-removable" id={tag.id} textValue={tag.label}>
            {tag.label}
            {onRemove ? (
              <Button slot="remove" className="tag-remove" aria-label={`${remove}: ${tag.label}`}>
                <Icon name="clear" size={12} />
              </Button>
            ) : null}
          </Tag>
        )}
      </AriaTagList>
    </TagGroup>
  )
}
