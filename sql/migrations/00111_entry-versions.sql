-- Which writing of an entry somebody has before them: a change counts it up, whoever makes it, and an editor whose page is older
-- than the entry learns so before overwriting it.

alter table register_entries add column version integer not null default 1;

create function count_entry_version() returns trigger
language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger register_entries_version before update on register_entries
  for each row execute function count_entry_version();
