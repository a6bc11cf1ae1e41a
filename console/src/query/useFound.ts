import { useQuery } from '@tanstack/react-query'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'

/** What the service finds for words in all models; what was found before stays in sight while more is typed. */
export function useFound(service: Service, q: string) {
  return useQuery({
    queryKey: keys.found(q),
    queryFn: ({ signal }) => service.searchAll(q, signal),
    enabled: q.length >= 2,
    placeholderData: (previous) => previous,
    staleTime: 5_000,
  })
}
