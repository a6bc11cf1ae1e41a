/** What the policy of the page refused. */
globalThis.refused = []
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
  globalThis.refused.push(`${violatedDirective} ${blockedURI} ${sample}`),
)
