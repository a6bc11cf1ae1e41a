import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** Whether the first screen has had all that it asked for. */
export function useWasQuiet(): boolean {
  const isQuiet = useIsFetching() === 0
  const [wasQuiet, setQuiet] = useState(false)
  useEffect(() => {
    // A screen asks right after it is shown: what is quiet before that is not.
    const timer = isQuiet && !wasQuiet ? setTimeout(() => setQuiet(true), 50) : undefined
    return () => clearTimeout(timer)
  }, [isQuiet, wasQuiet])
  return wasQuiet
}
