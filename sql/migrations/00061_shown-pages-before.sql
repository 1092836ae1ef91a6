-- without a transaction
-- What was believed before 00060.
do $$
declare
  changed integer;
begin
  loop
    update evidence_files set pages = case when pages > 500 then 500 end
    where id in (select id from evidence_files where pages not between 1 and 500 order by id limit 5000);
    get diagnostics changed = row_count;
    exit when changed = 0;
    commit;
  end loop;
end
$$;
alter table evidence_files validate constraint evidence_files_pages;
