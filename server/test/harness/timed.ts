/**
 * For a test that asserts how long something takes, or what happens within a time: a machine that stalls meanwhile, or
 * whose clock is set, fails it, so that it is tried again. Not for tests that nothing is lost or done twice: once is
 * too often.
 */
export const timed = { retry: 2 }
