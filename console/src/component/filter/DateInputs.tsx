import { useState } from 'react'
import { type DateProposal, dateProposals } from '../../criteria/dateProposals.ts'
import type { FieldMeta } from '../../meta/ModelMeta.ts'
import { Button } from '../Button.tsx'
import { DateEditor } from '../form/DateEditor.tsx'
import { Icon } from '../Icon.tsx'
import { useSession, useShell } from '../../shell/Shell.tsx'

/** An input for a day or moment to compare with. A variable is shown in words, and makes way for a date. */
export function DateOrVariable({
  label,
  field,
  text,
  show,
  fault,
  isFirst,
  onChange,
}: {
  readonly label: string
  readonly field: FieldMeta
  readonly text: string
  /** A variable in words. */
  readonly show: (variable: string) => string
  readonly fault: string | undefined
  readonly isFirst: boolean
  readonly onChange: (text: string) => void
}) {
  const { words } = useShell()
  const [wasCleared, setCleared] = useState(false)
  if (!text.startsWith('$'))
    return (
      <DateEditor
        label={label}
        field={field}
        input={text}
        fault={fault}
        autoFocus={isFirst || wasCleared}
        onEdit={onChange}
      />
    )
  const shown = show(text)
  const clear = () => {
    setCleared(true)
    onChange('')
  }
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <span>
        <Button
          small
          aria-label={`${words.list.clear}: ${shown}`}
          icon={<Icon name="clear" size={13} />}
          onPress={clear}
        >
          {shown}
        </Button>
      </span>
    </div>
  )
}

/** What is often asked of a date: a press asks it. */
export function DateProposals({
  field,
  onChoose,
}: {
  readonly field: FieldMeta
  readonly onChoose: (proposal: DateProposal) => void
}) {
  const { words } = useShell()
  const { me } = useSession()
  const proposals = dateProposals(field, me.application?.today)
  if (proposals.length === 0) return null
  return (
    <div className="filter-presets" role="group" aria-label={words.criteria.often}>
      {proposals.map((proposal) => (
        <Button key={proposal.name} small onPress={() => onChoose(proposal)}>
          {words.criteria.proposals[proposal.name]}
        </Button>
      ))}
    </div>
  )
}
