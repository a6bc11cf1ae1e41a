import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** By this mark react-aria leaves something visible to screen readers when it hides what is around a list. */
const mark = 'data-react-aria-top-layer'

/**
 * Keeps the page behind the list of an input visible to screen readers. react-aria would hide all of it while the list
 * is open, although Tab and the pointer reach it. It does so in an effect, and looks for the mark there alone.
 */
export function useShownBehind(isOpen: boolean, box: RefObject<Element | null>): void {
  useLayoutEffect(() => {
    if (isOpen) box.current?.closest('body > *')?.setAttribute(mark, '')
  }, [isOpen, box])
  useEffect(() => {
    const behind = box.current?.closest('body > *')
    // After the effects of the widget around the input, which come later than this one.
    if (isOpen) queueMicrotask(() => behind?.removeAttribute(mark))
  }, [isOpen, box])
}
