/**
 * Returns the settings of the sessions that run requests. JIT is off: a generic plan does not know the limit, so its
 * estimated cost on a large table is high, and compiling it would take longer than running it.
 */
export function sessionParameters(statementTimeout: number): Record<string, string | number> {
  return {
    plan_cache_mode: 'force_generic_plan',
    jit: 'off',
    statement_timeout: statementTimeout,
    lock_timeout: Math.ceil(statementTimeout * 0.6),
  }
}
