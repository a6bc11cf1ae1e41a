import { useState } from 'react'
import { Button } from '../../part/Button.tsx'
import { Icon } from '../../part/Icon.tsx'
import { useSession, useShell } from '../Shell.tsx'
import { isSamePin, keepPins, type Pin, pinOf, readPins } from './pins.ts'

/** Puts a chart on the home page, or takes it away. */
export function PinButton({ place, onChange }: { readonly place: Pin; readonly onChange?: () => void }) {
  const { words, storage } = useShell()
  const { me } = useSession()
  const [, look] = useState(0)
  const pins = readPins(storage, me.id)
  const isPinned = pins.some((pin) => isSamePin(pin, place))
  const change = () => {
    const others = pins.filter((pin) => !isSamePin(pin, place))
    keepPins(storage, me.id, isPinned ? others : [...others, pinOf(place)])
    look((times) => times + 1)
    onChange?.()
  }
  return (
    <Button
      weight="quiet"
      small
      icon={<Icon name={isPinned ? 'unpin' : 'pin'} />}
      {...(onChange ? { 'aria-label': words.chart.unpin } : {})}
      onPress={change}
    >
      {onChange ? undefined : isPinned ? words.chart.unpin : words.chart.pin}
    </Button>
  )
}
