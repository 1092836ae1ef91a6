-- Every sign-in to the desk and every refusal. Neither an email address nor a network address stands here: `network` tells only
-- whether two events came from the same one.

create table sign_in_events (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  -- Null where the address that was typed is nobody's.
  person_id text,
  person_name text,
  event text not null,
  network text not null,
  browser text not null,
  constraint sign_in_events_known check (event in (
    'signed-in', 'password-refused', 'code-refused', 'recovery-code-used', 'signed-out'
  ))
);
create index sign_in_events_person on sign_in_events (person_id, id);

-- Append-only; a year later an event may go, and not before.
create function keep_sign_in_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.happened_at < now() - interval '1 year' then
    return old;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger sign_in_events_append_only before update or delete on sign_in_events
  for each row execute function keep_sign_in_events();
create trigger sign_in_events_not_emptied before truncate on sign_in_events
  for each statement execute function refuse_change();
revoke update, truncate on sign_in_events from current_user, public;
