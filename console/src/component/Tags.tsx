import { Fragment } from 'react'
import type { ShownTag } from '../field/tagsOf.ts'
import { useShell } from '../shell/Shell.tsx'
import './tag.css'

/** One of few values. Its word is always there: no colour stands alone. */
export function Tag({ tag: { label, color, isRetired = false, isQuiet = false } }: { readonly tag: ShownTag }) {
  const { words } = useShell()
  return (
    <span
      className="tag"
      data-color={color}
      data-quiet={isQuiet || undefined}
      data-retired={isRetired || undefined}
      title={isRetired ? words.value.retired(label) : undefined}
    >
      {label}
      {isRetired ? <span className="visually-hidden"> ({words.value.retiredMark})</span> : null}
    </span>
  )
}

/** Several values beside each other. The spaces between them are read aloud as pauses. */
export function Tags({ tags }: { readonly tags: readonly ShownTag[] }) {
  return tags.map((tag, index) => (
    <Fragment key={tag.value}>
      {index === 0 ? null : ' '}
      <Tag tag={tag} />
    </Fragment>
  ))
}
