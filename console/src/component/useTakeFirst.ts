import { type KeyboardEvent, useEffect, useState } from 'react'

interface Offered {
  /** What stands in the input. */
  readonly text: string
  /** The ids of what is offered, in their order. */
  readonly ids: readonly number[]
  /** Whether they are the answer to the text, and not to one before. */
  readonly isKnown: boolean
  readonly onTake: (id: number) => void
  readonly onText: (text: string | undefined) => void
}

/**
 * Enter and Tab take the first of what matches what was typed, unless an arrow has marked another one. An answer that
 * is not there yet is waited for: how fast somebody types decides nothing.
 */
export function useTakeFirst({ text, ids, isKnown, onTake, onText }: Offered) {
  const [isTyped, setTyped] = useState(false)
  const [wanted, setWanted] = useState<string | undefined>()
  useEffect(() => {
    if (wanted === undefined) return
    // The input forgets its text when it is left.
    if (text !== wanted) return onText(wanted)
    if (!isKnown) return
    setWanted(undefined)
    const [first] = ids
    if (first === undefined) onText(undefined)
    else onTake(first)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    const isTaking = (event.key === 'Enter' && !event.altKey && !event.ctrlKey) || event.key === 'Tab'
    const isMarked = event.target instanceof Element && event.target.hasAttribute('aria-activedescendant')
    if (!isTaking || !isTyped || isMarked || text.trim() === '') return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
    }
    const [first] = ids
    if (!isKnown) setWanted(text)
    else if (first !== undefined) onTake(first)
    if (!isKnown || first !== undefined) setTyped(false)
  }
  const onInput = () => {
    setTyped(true)
    setWanted(undefined)
  }
  return { isTyped, isWaiting: wanted !== undefined, onKeyDown, onInput, onLeave: () => setTyped(false) }
}
