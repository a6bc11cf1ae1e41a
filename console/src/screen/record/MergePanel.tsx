import { useEffect, useRef, useState } from 'react'
import { type Choices, choose, type Conflict, type MemberConflict } from '../../draft/Conflict.ts'
import type { Draft } from '../../draft/Draft.ts'
import { alongOf, beginOther, type MergeBlock } from '../../draft/mergeBlocks.ts'
import { stuckStep } from '../../draft/stuckStep.ts'
import type { Input } from '../../field/FieldKind.ts'
import { memberName } from '../../draft/settleLines.ts'
import type { FieldMeta, ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { Icon } from '../../component/Icon.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { useKeys } from '../../shell/useKeys.ts'
import { MergeClash } from './MergeClash.tsx'
import { MergeLines } from './MergeLine.tsx'
import './merge.css'

interface MergePanelProps {
  readonly model: ModelMeta
  readonly blocks: readonly MergeBlock[]
  readonly conflict: Conflict
  readonly mine: Draft
  /** The record as it was read last. */
  readonly now: RecordJson | undefined
  readonly choices: Choices
  readonly onChoices: (choices: Choices) => void
  /** Something else was typed: it is kept with the draft as well. */
  readonly onOther: (field: FieldMeta, input: Input) => void
}

/** The fields that two people changed: what you saw, what is there now, and yours. Nothing is chosen beforehand. */
export function MergePanel({ model, blocks, conflict, mine, now, choices, onChoices, onOther }: MergePanelProps) {
  const { words } = useShell()
  const { members = [] } = conflict
  const { panel, at, setAt, focusOn } = useClashes(blocks.length + members.length, conflict)
  const keep = (block: MergeBlock | undefined, what: 'theirs' | 'yours' | 'other') => {
    if (!block || (what === 'yours' && stuckStep(model, block))) return
    onChoices(
      what === 'other'
        ? beginOther(choices, block, mine)
        : choose(choices, model, conflict, block.name, { keep: what }),
    )
  }
  const keepLine = (member: MemberConflict, what: 'theirs' | 'yours') =>
    onChoices({ ...choices, [memberName(member)]: { keep: what } })
  const keepAt = (what: 'theirs' | 'yours') => {
    const member = members[at - blocks.length]
    if (member) keepLine(member, what)
    else keep(blocks[at], what)
  }
  useKeys(['merge'], {
    nextClash: () => focusOn(at + 1),
    previousClash: () => focusOn(at - 1),
    keepTheirs: () => keepAt('theirs'),
    takeMine: () => keepAt('yours'),
    takeOther: () => keep(blocks[at], 'other'),
  })
  const many = blocks.reduce((sum, { fields }) => sum + fields.length, members.length)
  return (
    <section className="merge" data-keys="letters" ref={panel} aria-label={words.merge.title(many)}>
      <MergeHead many={many} hasBase={conflict.base !== null} />
      {blocks.map((block, index) => (
        <MergeClash
          key={block.name}
          model={model}
          block={block}
          hasBase={conflict.base !== null}
          choices={choices}
          onFocus={() => setAt(index)}
          onKeep={(what) => keep(block, what)}
          onOther={(field, input) => {
            onChoices({ ...choices, [field.name]: { keep: 'other', input } })
            onOther(field, input)
          }}
        />
      ))}
      <MergeLines
        {...{ model, members, mine, now, choices }}
        onFocus={(index) => setAt(blocks.length + index)}
        onKeep={keepLine}
      />
      <Along model={model} conflict={conflict} mine={mine} />
    </section>
  )
}

/** The clash that has the focus. A new conflict takes it to the first one. */
function useClashes(many: number, conflict: Conflict) {
  const panel = useRef<HTMLElement>(null)
  const [at, setAt] = useState(0)
  const focusOn = (index: number) => {
    const next = Math.min(Math.max(index, 0), many - 1)
    setAt(next)
    panel.current?.querySelectorAll<HTMLElement>('.clash')[next]?.focus()
  }
  // A clash comes to the eye and to the keys: the focus leaves the input that was typed in last.
  useEffect(() => {
    const first = panel.current?.querySelector<HTMLElement>('.clash')
    first?.focus()
    first?.scrollIntoView({ block: 'center' })
  }, [conflict])
  return { panel, at, setAt, focusOn }
}

function MergeHead({ many, hasBase }: { readonly many: number; readonly hasBase: boolean }) {
  const { words } = useShell()
  return (
    <header>
      <Icon name="warning" />
      <div>
        <h2>{words.merge.title(many)}</h2>
        <p>{hasBase ? words.merge.explain : `${words.merge.unknownBase} ${words.merge.explain}`}</p>
      </div>
    </header>
  )
}

/** What goes together without a question, folded. */
function Along({
  model,
  conflict,
  mine,
}: {
  readonly model: ModelMeta
  readonly conflict: Conflict
  readonly mine: Draft
}) {
  const { words } = useShell()
  const along = alongOf(conflict, mine, model)
  if (along.mine.length + along.theirs.length === 0) return null
  const labels = (fields: readonly FieldMeta[]) => fields.map(({ label }) => label).join(', ') || words.value.none
  return (
    <details className="along">
      <summary>{words.merge.along(along.mine.length, along.theirs.length)}</summary>
      <dl>
        <dt>{words.merge.yoursAlong}</dt>
        <dd>{labels(along.mine)}</dd>
        <dt>{words.merge.theirsAlong}</dt>
        <dd>{labels(along.theirs)}</dd>
      </dl>
    </details>
  )
}
