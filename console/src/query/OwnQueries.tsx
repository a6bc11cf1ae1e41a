import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from './createQueryClient.ts'

/**
 * Screens whose answers are remembered apart from all others: those of another user must not be mixed with one's own.
 */
export function OwnQueries({ children }: { readonly children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
