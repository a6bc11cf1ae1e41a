/** What the providers of the tests know the service by. */
export const client = { id: 'tabularium', secret: 'a-client-secret-of-tests-alone' }
