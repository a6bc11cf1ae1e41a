import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

/** How far a pointer moves before it drags, in pixels: until then it may be a click. */
const slack = 5
/** How near to the edge of the board a card scrolls it, and how far in a frame. */
const [edge, scrollStep] = [48, 14]

interface DragHandlers {
  /** A card is taken; false if it stays where it is. */
  readonly take: (id: number) => boolean
  /** The card is over another column. */
  readonly over: (column: number) => void
  readonly drop: () => void
  readonly cancel: () => void
}

/**
 * Drags a card by the pointer. Its picture follows the pointer without React: a frame costs a transform, and another
 * column is told only when the pointer has entered it. A finger scrolls; it moves cards by their menu.
 */
export function useDrag(board: RefObject<HTMLElement | null>, handlers: DragHandlers) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  return (event: PointerEvent) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-card]') : null
    const isHandle = card !== null && !(event.target as Element).closest('button')
    if (!isHandle || event.button !== 0 || event.pointerType === 'touch' || event.shiftKey || event.ctrlKey) return
    stop.current?.()
    stop.current = followPointer(event.nativeEvent, card, board.current, () => latest.current)
  }
}

/** Follows the pointer until it is let go; returns how to stop that. */
function followPointer(
  begun: globalThis.PointerEvent,
  card: HTMLElement,
  board: HTMLElement | null,
  handlers: () => DragHandlers,
): () => void {
  const box = card.getBoundingClientRect()
  const [left, top] = [begun.clientX - box.left, begun.clientY - box.top]
  let picture: HTMLElement | undefined
  let at: { readonly x: number; readonly y: number } = { x: begun.clientX, y: begun.clientY }
  let frame = 0
  let over = -1
  const begin = () => {
    if (!handlers().take(Number(card.dataset['card']))) return end()
    picture = pictureOf(card, box)
    frame = requestAnimationFrame(onFrame)
  }
  const onFrame = () => {
    frame = requestAnimationFrame(onFrame)
    if (!picture || !board) return
    picture.style.transform = `translate(${at.x - left}px, ${at.y - top}px)`
    scrollAt(board, at.x)
    const next = columnAt(board, at.x)
    if (next === over || next < 0) return
    over = next
    handlers().over(next)
  }
  const onMove = ({ clientX: x, clientY: y }: globalThis.PointerEvent) => {
    at = { x, y }
    const isFar = Math.abs(x - begun.clientX) + Math.abs(y - begun.clientY) > slack
    if (!picture && isFar) begin()
  }
  const finish = (by: 'drop' | 'cancel') => {
    const isDragged = picture !== undefined
    end()
    if (isDragged && by === 'drop') swallowClick()
    if (isDragged) handlers()[by]()
  }
  const onUp = () => finish('drop')
  const onCancel = () => finish('cancel')
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !picture) return
    event.preventDefault()
    event.stopPropagation()
    onCancel()
  }
  const listening = new AbortController()
  const { signal } = listening
  const end = () => {
    cancelAnimationFrame(frame)
    listening.abort()
    picture?.remove()
    picture = undefined
  }
  addEventListener('pointermove', onMove, { signal })
  addEventListener('pointerup', onUp, { signal })
  addEventListener('pointercancel', onCancel, { signal })
  addEventListener('keydown', onKey, { capture: true, signal })
  return onCancel
}

/** A card near the edge of the board scrolls it. */
function scrollAt(board: HTMLElement, x: number): void {
  const { left, right } = board.getBoundingClientRect()
  if (x > right - edge) board.scrollLeft += scrollStep
  else if (x < left + edge) board.scrollLeft -= scrollStep
}

/** The card as it hangs under the pointer. */
function pictureOf(card: HTMLElement, { width, height }: DOMRect): HTMLElement {
  const picture = card.cloneNode(true) as HTMLElement
  picture.removeAttribute('data-card')
  picture.classList.add('board-picture')
  picture.setAttribute('aria-hidden', 'true')
  picture.inert = true
  picture.style.inlineSize = `${width}px`
  picture.style.blockSize = `${height}px`
  const holder = card.closest('.board')
  holder?.append(picture)
  return picture
}

/** The column that a point is over: the heads stand above all lanes, apart from thousands of cards. */
function columnAt(board: HTMLElement, x: number): number {
  const heads = [...(board.querySelector('.board-heads')?.children ?? [])]
  return heads.findIndex((head) => {
    const { left, right } = head.getBoundingClientRect()
    return x >= left && x < right
  })
}

/** The click that follows is the end of the drag, and opens nothing. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}
