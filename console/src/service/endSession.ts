import { isFailure } from './isFailure.ts'
import type { Service } from './Service.ts'

/** Logs out. Returns why the session may go on; undefined where it is over, also if it was over before. */
export async function endSession(service: Pick<Service, 'logout'>): Promise<unknown> {
  try {
    await service.logout()
    return undefined
  } catch (error) {
    return isFailure(error, 'session-required') ? undefined : error
  }
}
