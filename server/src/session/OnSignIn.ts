/** Learns of each login: its method, its provider, whether it was refused, and why. */
export type OnSignIn = (method: string, provider: string, result: string, reason: string) => void
