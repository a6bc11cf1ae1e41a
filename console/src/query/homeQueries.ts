import { useQueries } from '@tanstack/react-query'
import type { Service } from '../service/Service.ts'
import { keys } from './keys.ts'

/** How many records each of several models has; those that are not known are left out. */
export function useModelTotals(service: Service, models: readonly string[]): ReadonlyMap<string, number> {
  const parameters = new URLSearchParams({ limit: '0' })
  const results = useQueries({
    queries: models.map((model) => ({
      queryKey: keys.list(model, parameters.toString()),
      queryFn: () => service.find(model, parameters),
    })),
  })
  const known = models.flatMap((model, index): [string, number][] => {
    const total = results[index]?.data?.total
    return total === undefined ? [] : [[model, total]]
  })
  return new Map(known)
}
