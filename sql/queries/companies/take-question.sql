-- Takes one question to the registry out of the budget that all replicas share: a row comes back when it may be asked.
-- Eleven slots of 30 seconds are counted, so no five minutes, however the registry counts them, hold more than the limit.
--
-- $1 registry, $2 how many questions any five minutes may hold for this purpose
insert into registry_budgets as b (registry, slot, used)
values ($1::text, floor(extract(epoch from clock_timestamp()) / 30)::bigint, '{1,0,0,0,0,0,0,0,0,0,0}')
on conflict (registry) do update set
  slot = greatest(b.slot, excluded.slot),
  used = (later_slots(b.used, excluded.slot - b.slot))[1] + 1 || (later_slots(b.used, excluded.slot - b.slot))[2:11]
where b.paused_until <= now() and slots_total(later_slots(b.used, excluded.slot - b.slot)) < $2::int
returning true as taken
