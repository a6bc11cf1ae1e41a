import { type RefObject, useEffect, useRef, useState } from 'react'

/** The width of an element as it is, and as it changes; the given one until it is known. */
export function useWidth(before: number): [RefObject<HTMLDivElement | null>, number] {
  const container = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(before)
  useEffect(() => {
    const element = container.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.max(200, Math.floor(element.clientWidth))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [container, width]
}
