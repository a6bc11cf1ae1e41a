import { useQuery, useQueryClient } from '@tanstack/react-query'
import { gather, type Gathered, type GatherStep, nothingGathered } from '../bulk/gathered.ts'
import { keys } from './keys.ts'

/**
 * The edits of a model's lists that are not saved yet. They are kept with the answers of the service, so that they stay
 * while one looks at other screens, and are gone with everything else after a logout.
 */
export function useGathered(model: string): readonly [Gathered, (step: GatherStep) => void] {
  const client = useQueryClient()
  const queryKey = keys.gathered(model)
  const { data } = useQuery<Gathered>({
    queryKey,
    queryFn: () => nothingGathered,
    initialData: nothingGathered,
    enabled: false,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const take = (step: GatherStep) =>
    void client.setQueryData<Gathered>(queryKey, (before) => gather(before ?? nothingGathered, step))
  return [data, take]
}
