import { Fragment, type ReactNode, useRef, useState } from 'react'
import type { Chip } from '../../criteria/Chip.ts'
import type { ChipWords } from '../../criteria/describeChip.ts'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import { Panel } from '../Panel.tsx'
import { Tag } from '../Tags.tsx'
import { useShell } from '../../shell/Shell.tsx'
import { focusButtonOf } from './focusButtonOf.ts'

/** One criterion in words: a press changes it, the cross removes it. */
export function FilterChip({
  chip,
  description,
  fault,
  edit,
  onRemove,
}: {
  readonly chip: Chip
  readonly description: ChipWords
  readonly fault: Error | undefined
  readonly edit: (onDone: () => void) => ReactNode
  readonly onRemove: () => void
}) {
  const { words } = useShell()
  const [isOpen, setOpen] = useState(false)
  const here = useRef<HTMLSpanElement>(null)
  const remove = () => {
    focusButtonOf(here.current?.nextElementSibling)
    onRemove()
  }
  const whole = [description.label, description.test, description.value].filter((part) => part !== '').join(' ')
  return (
    <span ref={here} className="chip" data-fault={fault ? '' : undefined}>
      <Panel
        title={words.criteria.edit(whole)}
        isOpen={isOpen}
        onOpenChange={setOpen}
        trigger={
          <Button weight="quiet" small>
            {fault ? <Icon name="alert" size={14} /> : null}
            <span className="visually-hidden">{words.criteria.edit('')}</span>
            {description.label === '' ? null : <span className="chip-label">{description.label}</span>}{' '}
            {description.test === '' ? null : <span className="chip-test">{description.test}</span>}{' '}
            {description.value === '' ? null : (
              <span className={chip.kind === 'json' ? 'chip-value mono' : 'chip-value'}>
                {description.pieces ? <Pieces pieces={description.pieces} /> : description.value}
              </span>
            )}
          </Button>
        }
      >
        {edit(() => setOpen(false))}
      </Panel>
      <Button
        weight="quiet"
        small
        aria-label={words.criteria.remove(whole)}
        icon={<Icon name="clear" size={13} />}
        onPress={remove}
      />
    </span>
  )
}

/** Words and tags of a criterion, with spaces between them. */
function Pieces({ pieces }: { readonly pieces: NonNullable<ChipWords['pieces']> }) {
  return pieces.map((piece, index) => (
    // A word such as "or" is there several times.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index === 0 ? null : ' '}
      {typeof piece === 'string' ? piece : <Tag tag={piece} />}
    </Fragment>
  ))
}
