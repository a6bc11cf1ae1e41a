import { useEffect, useRef, useState } from 'react'
import { type Choices, choose, type Conflict, type MemberConflict } from '../../draft/Conflict.ts'
import type { Draft } from '../../draft/Draft.ts'
import { beginOther, type MergeBlock } from '../../draft/mergeBlocks.ts'
import { stuckStep } from '../../draft/stuckStep.ts'
import type { Input } from '../../field/FieldKind.ts'
import { memberName } from '../../draft/settleLines.ts'
import type { FieldMeta, ModelMeta, RecordJson } from '../../meta/ModelMeta.ts'
import { useKeys } from '../../shell/useKeys.ts'
import { MergeClash } from './MergeClash.tsx'
import { MergeAlong } from './MergeAlong.tsx'
import { MergeColumns, MergeHead } from './MergeHead.tsx'
import { MergeLine } from './MergeLine.tsx'
import type { Keep } from './MergeCell.tsx'
import { useAuthors } from './useAuthors.ts'
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

/**
 * The places that two people changed, as a table: what you saw, what is there now, and yours. Nothing is chosen
 * beforehand.
 */
export function MergePanel({ model, blocks, conflict, mine, now, choices, onChoices, onOther }: MergePanelProps) {
  const { members = [] } = conflict
  const { panel, at, setAt, focusOn } = useClashes(blocks.length + members.length, conflict)
  const { keep, keepLine, keepAll } = useKeeping({ model, blocks, conflict, mine, choices, onChoices })
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
  const { one, whoOf } = useAuthors(blocks, members)
  const row = (index: number) => ({ choices, isNow: index === at, onFocus: () => setAt(index) })
  return (
    <section className="merge" data-keys="letters" ref={panel} aria-labelledby="merge-title">
      <MergeHead
        {...{ model, one }}
        places={blocks.length + members.length}
        hasBase={conflict.base !== null}
        onKeepAll={keepAll}
      />
      <table className="merge-table">
        <MergeColumns one={one} />
        <tbody>
          {blocks.map((block, index) => (
            <MergeClash
              key={block.name}
              {...row(index)}
              {...{ model, block }}
              hasBase={conflict.base !== null}
              who={whoOf(block)}
              onKeep={(what) => keep(block, what)}
              onOther={(field, input) => {
                onChoices({ ...choices, [field.name]: { keep: 'other', input } })
                onOther(field, input)
              }}
            />
          ))}
          {members.map((member, index) => (
            <MergeLine
              key={memberName(member)}
              {...row(blocks.length + index)}
              {...{ model, member, mine, now }}
              who={whoOf(member.conflicts[0])}
              onKeep={(what) => keepLine(member, what)}
            />
          ))}
        </tbody>
      </table>
      <MergeAlong model={model} conflict={conflict} mine={mine} />
    </section>
  )
}

/** What choosing does, of one place and of all of them. */
function useKeeping({
  model,
  blocks,
  conflict,
  mine,
  choices,
  onChoices,
}: Pick<MergePanelProps, 'model' | 'blocks' | 'conflict' | 'mine' | 'choices' | 'onChoices'>) {
  const { members = [] } = conflict
  const isLocked = (block: MergeBlock, what: Keep) => what === 'yours' && stuckStep(model, block) !== undefined
  const keep = (block: MergeBlock | undefined, what: Keep) => {
    if (!block || isLocked(block, what)) return
    onChoices(
      what === 'other'
        ? beginOther(choices, block, mine)
        : choose(choices, model, conflict, block.name, { keep: what }),
    )
  }
  const keepLine = (member: MemberConflict, what: 'theirs' | 'yours') =>
    onChoices({ ...choices, [memberName(member)]: { keep: what } })
  const keepAll = (what: 'theirs' | 'yours') => {
    const fields = blocks
      .filter((block) => !isLocked(block, what))
      .reduce((chosen, { name }) => choose(chosen, model, conflict, name, { keep: what }), choices)
    const lines = members.map((member) => [memberName(member), { keep: what }] as const)
    onChoices({ ...fields, ...Object.fromEntries(lines) })
  }
  return { keep, keepLine, keepAll }
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
