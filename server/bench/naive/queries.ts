// The queries of the naive service. pgbench runs the same ones: see ../sides/pgbenchScripts.ts.

const table = 'record.com_example_contacts_contact'

export const session = `select users.id, users.username, users.admin
from record.tabularium_session as sessions join record.tabularium_user as users on users.id = sessions."user"
where sessions.token_hash = $1 and not users.disabled
  and sessions.used_on > now() - interval '60 minutes' and sessions.created_on > now() - interval '12 hours'`

export const read = `select contact.*, company.version as company_version, company.name as company_name,
  creator.username as created_name, changer.username as updated_name
from ${table} as contact
left join record.com_example_contacts_company as company on company.id = contact.company
left join record.tabularium_user as creator on creator.id = contact.created_by
left join record.tabularium_user as changer on changer.id = contact.updated_by
where contact.id = $1`

export const page = `select id, version, full_name, email from ${table} order by id limit $1 offset $2`

export const total = `select count(*) as total from ${table}`

export const create = `insert into ${table} (id, version, created_on, created_by, updated_on, updated_by,
  first_name, last_name, email, phone, status, credit, vip)
values (nextval('${table}_ids'), 0, now(), $1, now(), $1, $2, $3, $4, $5, $6, $7, $8)
returning *`

/** The name of the company would need a second query, so this service omits it. */
export const update = `update ${table}
  set version = version + 1, updated_on = now(), updated_by = $3, phone = $4, credit = $5
where id = $1 and version = $2
returning *, null as company_version, null as company_name`
