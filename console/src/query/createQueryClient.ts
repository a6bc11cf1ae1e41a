import { QueryClient } from '@tanstack/react-query'

/**
 * A request without a network fails and says so; it does not wait unseen. What the browser believes of its network says
 * nothing of a service on the same machine.
 */
const always = { networkMode: 'always' } as const

/** What the console remembers of answers. The client repeats requests itself. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: true,
        staleTime: 5_000,
        ...always,
      },
      mutations: always,
    },
  })
}
