import { useSyncExternalStore } from 'react'

/** Whether the screen is so narrow that a table would have to be scrolled sideways. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(query).matches)
}

const query = '(width < 640px)'

function listen(onChange: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
