import { describe, expect, it } from 'vitest'
import { computed, date, integer, reference, text } from '../src/index.ts'
import { examine } from '../src/command/doctor/examine.ts'
import { describeStatus } from '../src/schema/describeStatus.ts'
import { findDifference } from '../src/schema/findDifference.ts'
import { readForeign } from '../src/schema/inspectForeign.ts'
import { planMigration } from '../src/schema/planMigration.ts'
import { recordOf, recordsOf } from './harness/client.ts'
import { refusal, shown } from './harness/contract.ts'
import { toModels } from './harness/everyType.ts'
import { Box, type Fields, shop } from './harness/shop.ts'
import { useMigrator } from './harness/useMigrator.ts'
import { useModels } from './harness/useModels.ts'

const fields: Fields = { size: integer({ min: 0 }), issuedOn: date(), dueOn: date(), box: reference(Box) }

/** Objects that an operator adds to the table of items with SQL. */
const byHand = `
  create table outside (id bigint primary key);
  create sequence record.invoice_numbers;
  create function touch() returns trigger language plpgsql as $$ begin return new; end $$;
  create trigger touch_size before update of size on record.shop_item for each row execute function touch();
  alter table record.shop_item
    add constraint due_after_issued check (due_on >= issued_on),
    add constraint one_size unique (size),
    add constraint box_outside foreign key (box) references outside (id),
    add constraint shop_item_size_check check (size < 1000);
  create unique index lower_name on record.shop_item (lower(name));
  create index by_day on record.shop_item (due_on) where size > 1;
  create view public.large_items as select id, name from record.shop_item where size > 100;`

describe('an object that was added with SQL', () => {
  const stage = useMigrator()

  async function begin(): Promise<void> {
    await stage.database.query(`drop view if exists large_items; drop function if exists touch() cascade;
      drop table if exists outside, record.shop_item cascade; drop sequence if exists record.invoice_numbers`)
    await stage.makeShop(fields, ['1'])
    await stage.database.query(byHand)
  }

  const titles = async (models: ReturnType<typeof shop>, dropForeign: string[] = []) =>
    (await planMigration(stage.query, models, { dropForeign })).map(({ title }) => title)

  it('is left alone, does not affect processes, and is listed', async () => {
    await begin()
    expect(await titles(shop(fields))).toEqual([])
    expect(await findDifference(stage.query, shop(fields))).toBeUndefined()
    const listed = (await readForeign(stage.query)).map(({ kind, name, columns }) => [kind, name, columns.join()])
    expect(listed).toEqual([
      ['constraint', 'box_outside', 'box'],
      ['constraint', 'due_after_issued', 'issued_on,due_on'],
      ['constraint', 'one_size', 'size'],
      ['constraint', 'shop_item_size_check', 'size'],
      ['index', 'by_day', 'size,due_on'],
      ['index', 'lower_name', 'name'],
      ['trigger', 'touch_size', 'size'],
      ['view', 'public.large_items', 'id,name,size'],
      ['sequence', 'invoice_numbers', ''],
    ])
    expect((await describeStatus(stage.query, shop(fields))).foreign).toHaveLength(listed.length)
    const options = { rows: 10_000, recount: false, fix: false }
    expect((await examine(stage.query, shop(fields), options)).foreign).toHaveLength(listed.length)
  })

  it('survives a migration of the same table, also one that renames it', async () => {
    await begin()
    await stage.apply(shop({ ...fields, size: integer({ min: 0, indexed: true }), more: text() }))
    expect((await readForeign(stage.query)).map(({ name }) => name)).toContain('due_after_issued')
    const { dueOn: _, ...others } = fields
    await stage.apply(shop({ ...others, deadline: date({ was: 'dueOn' }) }))
    expect(await readForeign(stage.query)).toContainEqual({
      kind: 'constraint',
      name: 'due_after_issued',
      table: 'shop_item',
      columns: ['issued_on', 'deadline'],
    })
  })

  it('prevents steps that would drop it silently, or would fail because of it', async () => {
    await begin()
    const { dueOn: _, ...fewer } = fields
    await expect(stage.apply(shop(fewer))).rejects.toThrow(
      new RegExp(
        'Drop shop\\.Item\\.due_on\\. The constraint due_after_issued of shop_item, which is not ours, ' +
          '.*--drop-foreign due_after_issued, .*The index by_day',
        's',
      ),
    )
    const wider = shop({ ...fields, size: text() })
    await expect(stage.apply(wider)).rejects.toThrow(
      /trigger touch_size of .*view public\.large_items.*drop it before/s,
    )
    expect(await titles(shop(fields))).toEqual([])
  })

  it('prevents that its table is dropped, unless it is named', async () => {
    await begin()
    await stage.database.query(`
      drop view large_items;
      create trigger touch_all before update on record.shop_item for each row execute function touch()`)
    const all = [
      'box_outside',
      'due_after_issued',
      'one_size',
      'shop_item_size_check',
      'by_day',
      'lower_name',
      'touch_all',
      'touch_size',
    ]
    const refused = stage.apply(toModels([]))
    await expect(refused).rejects.toThrow(
      /Drop the table shop_item, which belongs to no model\. The constraint box_out/,
    )
    await expect(refused).rejects.toThrow(
      /trigger touch_all of shop_item, which is not ours, belongs to the table: run/,
    )
    await expect(stage.apply(toModels([]), { dropForeign: all.slice(1) })).rejects.toThrow(/--drop-foreign box_outside/)
    await stage.apply(toModels([]), { dropForeign: all })
    expect((await readForeign(stage.query)).map(({ name }) => name)).toEqual(['invoice_numbers'])
  })

  it('is dropped if it is named', async () => {
    await begin()
    const { dueOn: _, ...fewer } = fields
    const { applied } = await stage.apply(shop(fewer), { dropForeign: ['due_after_issued', 'by_day'] })
    expect(applied.map(({ title }) => title)).toEqual([
      'Drop the constraint due_after_issued of shop_item, which is not ours',
      'Drop the index by_day of shop_item, which is not ours',
      'Drop shop.Item.due_on',
    ])
    await stage.apply(shop(fewer), { dropForeign: ['touch_size', 'invoice_numbers', 'one_size'] })
    expect((await readForeign(stage.query)).map(({ name }) => name)).toEqual([
      'box_outside',
      'shop_item_size_check',
      'lower_name',
      'public.large_items',
    ])
  })

  it('is not dropped by a wrong name, and objects of the service cannot be dropped so', async () => {
    await begin()
    for (const name of ['nothing', 'shop_item_box_reference', 'shop_item_ids', 'public.large_items'])
      await expect(stage.apply(shop(fields), { dropForeign: [name] })).rejects.toThrow(
        new RegExp(`named "${name}" is foreign. There are: constraint box_outside of shop_item,`),
      )
  })
})

describe('a write that a foreign constraint or trigger refuses', () => {
  const stage = useModels(shop({ ...fields, full: computed('{name}!') }))
  const item = 'shop.Item'

  it('is answered like one that breaks a rule of the model, without the name of the constraint', async () => {
    await stage.database.query(`
      alter table record.shop_item add constraint due_after_issued check (due_on >= issued_on);
      create unique index lower_name on record.shop_item (lower(name))`)
    const late = { name: 'a', issuedOn: '2026-11-15', dueOn: '2026-01-01' }
    const broken = 'The record was not accepted: it breaks a rule of the database beyond those of the model.'
    expect(shown(await stage.client.create(item, late))).toEqual(
      refusal('invalid-record', { data: { message: broken }, errors: {} }),
    )
    const { id } = recordOf(await stage.client.create(item, { name: 'Ada', issuedOn: '2026-11-15' }))
    const taken = 'Another record has these values already: choose others.'
    expect(shown(await stage.client.create(item, { name: 'ADA' }))).toEqual(
      refusal('not-unique', { data: { message: taken } }),
    )
    const early = { version: 0, dueOn: '2026-01-01' }
    expect(shown(await stage.client.update(item, id, early))).toEqual(
      refusal('invalid-record', { data: { message: broken }, errors: {} }),
    )
    expect((await stage.client.find(item)).json).toMatchObject({ total: 1 })
  })

  it('is answered with the text of a trigger that raises', async () => {
    await stage.database.query(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'Item % is locked.', old.name; end $$;
      create trigger refuse before update or delete on record.shop_item for each row execute function refuse()`)
    const { id } = recordOf(await stage.client.create(item, { name: 'Locked' }))
    const locked = refusal('invalid-record', { data: { message: 'Item Locked is locked.' }, errors: {} })
    expect(shown(await stage.client.update(item, id, { version: 0, size: 1 }))).toEqual(locked)
    expect(shown(await stage.client.delete(item, id))).toEqual(locked)
  })

  it('is refused as still referenced if a table outside of the models refers to the record', async () => {
    await stage.database.query(`drop trigger refuse on record.shop_item;
      create table outside (item bigint references record.shop_item (id))`)
    const { id } = recordOf(await stage.client.create(item, { name: 'Used' }))
    await stage.database.query('insert into outside values ($1)', [id])
    expect((await stage.client.delete(item, id)).json?.data).toMatchObject({ code: 'still-referenced' })
  })

  it('what a trigger sets is in the answer, in the history and in old versions', async () => {
    await stage.database.query(`
      create function double() returns trigger language plpgsql as $$ begin new.size := new.size * 2; return new;
        end $$;
      create trigger double before insert or update on record.shop_item for each row execute function double()`)
    const created = recordOf(await stage.client.create(item, { name: 'Doubled', size: 2 }))
    expect(created).toMatchObject({ version: 0, size: 4 })
    const { id } = created
    expect(recordOf(await stage.client.update(item, id, { version: 0, size: 5 }))).toMatchObject({ size: 10 })
    expect(recordOf(await stage.client.readVersion(item, id, 0))).toMatchObject({ size: 4 })
    const changes = recordsOf(await stage.client.history(item, id)).map((entry) => entry['changes'])
    expect(changes).toMatchObject([{ size: { from: 4, to: 10 } }, { size: { from: null, to: 4 } }])
  })
})
