import { useEffect } from 'react'

/** Gives the page a title, until another screen does. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}
