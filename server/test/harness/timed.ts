/**
 * For a test that asserts how long something takes, or what happens within a time: a machine that stalls meanwhile, or
 * whose clock is set, fails it, so that it is tried again. PostgreSQL's own timeouts end early when the clock is set.
 */
export const timed = { retry: 2 }
