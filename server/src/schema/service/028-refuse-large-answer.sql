-- Fails a write whose answer is too large

-- Stable, and with an argument that is known only when the statement runs: it is called once a statement, never by the
-- planner.
create function tabularium.refuse_large_answer(is_large boolean) returns boolean language plpgsql stable as $$
begin
  if is_large then
    raise exception using errcode = '54000', message = 'the answer is too large';
  end if;
  return true;
end
$$;
comment on function tabularium.refuse_large_answer(boolean) is
  'Fails the statement, with program_limit_exceeded, if its answer is too large. Nothing is written then.';
