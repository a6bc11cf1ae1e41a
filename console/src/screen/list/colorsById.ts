import type { FoundColor } from '../../component/color/useColors.ts'

/** The colours of records by condition. */
export type ColorsById = ReadonlyMap<number, FoundColor>

/** No record has one. */
export const noColors: ColorsById = new Map()
