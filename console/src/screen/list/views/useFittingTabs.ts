import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useNarrow } from '../../../shell/useNarrow.ts'

/** How many of so many tabs fit beside each other; all of them on a narrow screen, where they scroll sideways. */
export function useFittingTabs(tabs: number): [RefObject<HTMLElement | null>, number] {
  const container = useRef<HTMLElement>(null)
  const isNarrow = useNarrow()
  const [fitting, setFitting] = useState(tabs)
  useLayoutEffect(() => {
    const element = container.current
    if (!element || isNarrow) return undefined
    const measure = () => {
      const { left, right } = element.getBoundingClientRect()
      const isInside = (tab: Element) => {
        const edges = tab.getBoundingClientRect()
        return edges.left >= left - 1 && edges.right <= right + 1
      }
      const first = [...element.children].findIndex((tab) => !isInside(tab))
      setFitting(first < 0 ? element.children.length : first)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const tab of element.children) observer.observe(tab)
    return () => observer.disconnect()
  }, [tabs, isNarrow])
  return [container, isNarrow ? tabs : fitting]
}
