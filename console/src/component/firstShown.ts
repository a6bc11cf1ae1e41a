const { promise, resolve } = Promise.withResolvers<void>()

/** Resolves when the first screen has had all that it asked for: what does not show a row of it waits for that. */
export const firstShown = promise

/** Says that the first screen has had all that it asked for. */
export const noteFirstShown = resolve
