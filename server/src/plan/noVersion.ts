/** A version that no record ever has: a change at this version always conflicts. */
export const noVersion = -1
