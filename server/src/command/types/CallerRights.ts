/** What one caller may do with a field or relation; absent if they may do everything. */
export interface CallerRights {
  readonly writable?: boolean
  readonly shown?: 'always' | 'sometimes' | 'never'
}

/** What the extents in the metadata of a field mean for its type. */
export function toCallerRights({ read, create, update }: Readonly<Record<string, unknown>>): CallerRights {
  const shown = read === 'none' ? 'never' : read === 'some' ? 'sometimes' : 'always'
  return { shown, writable: create !== 'none' || update !== 'none' }
}
