/**
 * For a test that asserts how long something takes, or what happens within a time: a machine that stalls meanwhile
 * fails it, so that it is tried again.
 */
export const timed = { retry: 2 }
