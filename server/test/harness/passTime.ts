import type { TestDatabase } from './database.ts'

/** Lets time pass for the deliveries of all webhooks: their times are moved back, and the clocks stay. */
export async function passTime(database: TestDatabase, milliseconds: number): Promise<void> {
  await database.query(
    `update tabularium.deliveries
    set created_on = created_on - passed.time, due_on = due_on - passed.time, attempted_on = attempted_on - passed.time
    from (select $1::bigint * interval '1 millisecond' as time) as passed`,
    [milliseconds],
  )
}
