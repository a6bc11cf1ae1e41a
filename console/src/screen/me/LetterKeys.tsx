import { useState } from 'react'
import { Switch } from '../../component/Switch.tsx'
import { areLettersOff, switchLetters } from '../../shell/letterKeys.ts'
import { useShell } from '../../shell/Shell.tsx'

/** Whether single letters are shortcuts. Speech input and unsteady hands press letters that nobody meant. */
export function LetterKeys() {
  const { words, storage } = useShell()
  const [isOn, setOn] = useState(() => !areLettersOff(storage))
  const change = (next: boolean) => {
    switchLetters(storage, next)
    setOn(next)
  }
  return (
    <section className="me-form">
      <Switch
        label={words.me.letters}
        help={words.me.lettersHelp}
        isSelected={isOn}
        shown={isOn ? words.me.lettersOn : words.me.lettersOff}
        onChange={change}
      />
    </section>
  )
}
