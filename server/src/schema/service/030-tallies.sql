-- How many records there are with the same values, for models that limit their number. The key has ids, numbers, days
-- and choices as they are, and texts by their SHA-256: no copy of a text outlives its record.
create table tabularium.tallies (
  name text,
  key text,
  records integer not null,
  primary key (name, key)
) with (fillfactor = 50);

-- Adds to tallies, and refuses the write if one becomes larger than allowed. Writers of one key wait for each other
-- until they commit. All take the keys in one order.
create function tabularium.change_tallies(tally text, most integer, keys text[], changes integer[]) returns void
language plpgsql as $$
declare
  excess integer;
begin
  with changed as (
    insert into tabularium.tallies as known (name, key, records)
    select tally, given.key, given.change
    from unnest(keys, changes) as given(key, change)
    order by given.key
    on conflict (name, key) do update set records = known.records + excluded.records
    returning known.key, known.records
  )
  select changed.records into excess
  from changed
  join unnest(keys, changes) as given(key, change) on given.key = changed.key
  where given.change > 0 and changed.records > most
  limit 1;
  if excess is not null then
    raise exception 'There are more than % such records.', most
      using errcode = '23P01', schema = 'record', constraint = tally;
  end if;
end
$$;
