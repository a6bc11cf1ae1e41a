import { useState } from 'react'
import { findJsonFault } from '../../field/findJsonFault.ts'
import type { Chip } from '../../criteria/Chip.ts'
import { writeChip } from '../../criteria/writeWhere.ts'
import { Button } from '../Button.tsx'
import { TextField } from '../Field.tsx'
import { onApplyKey } from './onApplyKey.ts'
import { useShell } from '../../shell/Shell.tsx'

/** Criteria as text, for those that have no form in words. */
export function JsonEditor({
  chip,
  onApply,
  onCancel,
}: {
  readonly chip: Chip
  readonly onApply: (chip: Chip) => void
  readonly onCancel: () => void
}) {
  const { words } = useShell()
  const [text, setText] = useState(() => laidOut(writeChip(chip)))
  const [fault, setFault] = useState<string | undefined>()
  const apply = () => {
    try {
      onApply({ kind: 'json', text: JSON.stringify(JSON.parse(text)) })
    } catch {
      const { line, column } = findJsonFault(text) ?? { line: 1, column: 1 }
      setFault(words.fault.json(line, column))
    }
  }
  return (
    <div className="panel-form" onKeyDownCapture={(event) => onApplyKey(event, apply)}>
      <TextField
        label={words.criteria.json}
        help={words.criteria.jsonHelp}
        fault={fault}
        value={text}
        onChange={setText}
        lines={8}
        mono
        autoFocus
      />
      <div className="panel-actions">
        <Button small onPress={onCancel}>
          {words.criteria.cancel}
        </Button>
        <Button small weight="primary" onPress={apply}>
          {words.criteria.apply}
        </Button>
      </div>
    </div>
  )
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
