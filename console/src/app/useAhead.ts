import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { noteFirstShown } from '../component/firstShown.ts'
import { useWasQuiet } from '../query/useWasQuiet.ts'
import { loadAhead } from './lazyComponents.ts'

/** Loads the next screens as soon as the first one has all that it asked for. */
export function useAhead(isReady: boolean): void {
  const isQuiet = useIsFetching() === 0
  const wasQuiet = useWasQuiet()
  useEffect(() => {
    if (isReady && wasQuiet) noteFirstShown()
  }, [isReady, wasQuiet])
  useEffect(() => {
    // The screen asks right after it is shown: what is quiet before that is not.
    const timer = isReady && isQuiet ? setTimeout(() => whenIdle(loadAhead), 200) : undefined
    return () => clearTimeout(timer)
  }, [isReady, isQuiet])
}

/** Not every browser says when it has nothing to do. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else run()
}
