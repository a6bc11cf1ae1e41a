import type { Mutant } from './mutants.ts'

/** What `tabularium types` promises: what a caller may see, the same file each time, and no key in it. */
export const typesMutants: readonly Mutant[] = [
  {
    suite: 'types.test.ts',
    name: 'a field that the caller never sees is typed as shown',
    file: 'command/types/CallerRights.ts',
    from: "read === 'none' ? 'never'",
    to: "read === 'nothing' ? 'never'",
    tests: 'shows what the user of the key may see',
  },
  {
    suite: 'types.test.ts',
    name: 'a field that the caller cannot set is typed as writable',
    file: 'command/types/CallerRights.ts',
    from: "writable: create !== 'none' || update !== 'none'",
    to: "writable: create !== 'nothing' || update !== 'none'",
    tests: 'shows what the user of the key may see',
  },
  {
    suite: 'types.test.ts',
    name: 'the key is sent to nobody',
    file: 'command/types/readMetadata.ts',
    from: '...(key === undefined ? {} : { authorization: `Bearer ${key}` })',
    to: '...(key !== undefined ? {} : { authorization: `Bearer ${key}` })',
    tests: 'gives the same file',
  },
]
