import type pg from 'pg'

export const Ticket = 'org.example.bench.Ticket'
export const ticketTable = 'record.org_example_bench_ticket'

/** Tickets in four states of the same size, each with an amount. */
export async function fillTickets(database: pg.Client, records: number): Promise<void> {
  await database.query(`truncate ${ticketTable}`)
  await database.query(`insert into ${ticketTable} (id, version, created_on, updated_on, subject, status, amount)
    select n, 0, now(), now(), 'Ticket ' || n, (array['open', 'waiting', 'solved', 'closed'])[n % 4 + 1],
      n % 99991 * 0.01
    from generate_series(1, ${records}) as n`)
  await database.query(`vacuum (analyze) ${ticketTable}`)
}
