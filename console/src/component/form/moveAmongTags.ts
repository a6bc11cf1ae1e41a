import type { KeyboardEvent } from 'react'

const removing = ['Enter', ' ', 'Backspace', 'Delete']

/**
 * The keys between an input and the tags of what was chosen in it: the arrow back leads from the empty input to the
 * last tag and on, the other arrow leads back. A tag that is removed by a key gives the focus to the input.
 */
export function moveAmongTags(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: box, target, key } = event
  const input = box.querySelector('input')
  const stops = [...box.querySelectorAll<HTMLElement>('.tag-remove'), ...(input ? [input] : [])]
  const at = stops.findIndex((stop) => stop === target)
  if (at < 0) return
  const [back, on] = box.matches(':dir(rtl)') ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  const isInput = target === input
  if (key === back && !(isInput && input?.value)) stops[at - 1]?.focus()
  else if (key === on && !isInput) stops[at + 1]?.focus()
  else if (removing.includes(key) && !isInput) {
    stops[at]?.click()
    input?.focus()
  } else return
  event.preventDefault()
  event.stopPropagation()
}
