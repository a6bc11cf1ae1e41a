/** Where programs read which providers have access tokens for this service (RFC 9728). */
export const resourcePath = '/.well-known/oauth-protected-resource'
