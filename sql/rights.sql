-- The roles of one database and what each may do. Run by `bun run migrate` as the owner of the database after each change of the schema;
-- may be run again. The groups are named after the database (register_site, register_queue, register_read); accounts that sign in are
-- their members, so that a second account with another password can take an account's place.
--
-- - The site's group reads and writes rows. It owns nothing and makes nothing but tables that end with their session.
-- - The queue's group is one of the site's, owns the queue's schema, and numbers and signs the public log.
-- - The readers' group reads what reports are made of.
do $rights$
declare
  site text := current_database() || '_site';
  queue text := current_database() || '_queue';
  readers text := current_database() || '_read';
  role text;
  item record;
begin
  perform pg_advisory_xact_lock(hashtext('rights'));
  foreach role in array array[site, queue, readers] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I nologin', role);
    end if;
  end loop;
  if not pg_has_role(queue, site, 'usage') then
    execute format('grant %I to %I', site, queue);
  end if;
  -- To hand the queue's schema to its owner, and to change it later.
  if not pg_has_role(current_user, queue, 'set') then
    execute format('grant %I to current_user with inherit true, set true', queue);
  end if;

  execute format('revoke all on database %I from public', current_database());
  execute format('revoke all on schema public from public');
  execute format('grant connect, temporary on database %I to %I', current_database(), site);
  execute format('grant connect on database %I to %I', current_database(), readers);
  execute format('grant usage on schema public to %I, %I', site, readers);

  -- The queue's schema. Its library changes it itself, as its owner.
  if to_regnamespace('graphile_worker') is null then
    execute format('create schema graphile_worker authorization %I', queue);
  end if;
  for item in
    select format('alter schema graphile_worker owner to %I', queue) as statement
    from pg_namespace where nspname = 'graphile_worker' and nspowner <> queue::regrole
    union all
    select format('alter %s %s owner to %I',
      case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, oid::regclass, queue)
    from pg_class where relnamespace = 'graphile_worker'::regnamespace and relowner <> queue::regrole
      and relkind in ('r', 'v', 'S')
      -- The sequence of an identity column follows its table.
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('i', 'a'))
    union all
    select format('alter function %s owner to %I', oid::regprocedure, queue)
    from pg_proc where pronamespace = 'graphile_worker'::regnamespace and proowner <> queue::regrole
    union all
    select format('alter type %s owner to %I', t.oid::regtype, queue)
    from pg_type as t left join pg_class as c on c.oid = t.typrelid
    where typnamespace = 'graphile_worker'::regnamespace and typowner <> queue::regrole and typelem = 0
      and (c.oid is null or c.relkind = 'c')
  loop
    execute item.statement;
  end loop;
  execute format('grant usage on schema graphile_worker to %I', site);
  if to_regclass('graphile_worker.jobs') is not null then
    -- A view without payloads.
    execute format('grant select on graphile_worker.jobs to %I', site);
  end if;

  -- What is done with their owner's rights.
  execute format('grant create on schema public to %I', queue);
  for item in
    select oid::regprocedure as name from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef and proname in ('add_job', 'retry_job')
  loop
    execute format('alter function %s owner to %I', item.name, queue);
    execute format('grant execute on function %s to %I', item.name, site);
  end loop;
  execute format('revoke create on schema public from %I', queue);

  execute format('revoke all on all tables in schema public from %I, %I, %I', site, queue, readers);
  execute format('revoke all on all sequences in schema public from %I, %I, %I', site, queue, readers);
  execute format('grant usage on all sequences in schema public to %I', site);
  for item in
    with special (name, for_site, for_queue) as (
      values
        ('schema_migrations', 'select', null),
        ('sign_in_events', 'select, insert, delete', null),
        -- The public log is written by triggers, and numbered and signed by the queue's process.
        ('register_leaves', 'select, insert', 'update (position)'),
        ('log_tiles', 'select', 'insert, update'),
        ('log_checkpoints', 'select', 'insert, update (published, cosignatures, witnessed_at)'),
        ('log_witnesses', 'select', 'insert, update, delete'),
        ('log_changes', 'select', 'insert'),
        ('log_totals', 'select', 'insert, update'),
        ('signing_keys', (
          -- Never the private half.
          select format('select (%s)', string_agg(quote_ident(attname), ', ' order by attnum)) from pg_attribute
          where attrelid = 'signing_keys'::regclass and attnum > 0 and not attisdropped and attname <> 'private_key'
        ), 'select, insert, update'),
        ('credential_places', 'select', 'insert, update'),
        ('entry_credentials', 'select', 'insert, update, delete'),
        ('credential_status_lists', 'select', 'insert, update, delete'),
        ('credential_progress', 'select', 'insert, update, delete'),
        -- What a payment was is kept; retention empties what the provider told.
        ('payment_events', 'select, insert, update (payload, processed_at, outcome, order_id)', null),
        ('register_entries', 'select, insert, update', null),
        ('orders', 'select, insert, update', null),
        ('order_refunds', 'select, insert, update', null),
        ('payment_discrepancies', 'select, insert, update', null),
        ('erasures', 'select, insert', null),
        -- The copy of the company register is loaded by the owner, into tables that take these ones' place.
        ('registered_companies', 'select', null),
        ('registered_words', 'select', null),
        ('register_copies', 'select', null),
        -- An import gathers statistics.
        ('national_events', 'select, insert, update, delete, maintain', null)
    ),
    -- What a trigger refuses of every row is no right either.
    refused as (
      select tgrelid, bool_or(tgtype & 16 > 0) as updates, bool_or(tgtype & 8 > 0) as deletes from pg_trigger
      where tgfoid = 'refuse_change()'::regprocedure and tgtype & 3 = 3 and tgqual is null and tgattr = '' group by tgrelid
    )
    select c.oid::regclass as name, s.for_queue, coalesce(s.for_site, case when c.relkind = 'v' then 'select' end, concat_ws(', ', 'select', 'insert',
      case when r.updates is not true then 'update' end, case when r.deletes is not true then 'delete' end)) as for_site
    from pg_class as c left join special as s on s.name = c.relname left join refused as r on r.tgrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
  loop
    execute format('grant %s on %s to %I', item.for_site, item.name, site);
    if item.for_queue is not null then
      execute format('grant %s on %s to %I', item.for_queue, item.name, queue);
    end if;
  end loop;

  -- Nothing that opens a session, a link or a letter.
  for item in
    select oid::regclass as name from pg_class where relnamespace = 'public'::regnamespace and relname in (
      'organisations', 'applications', 'application_decisions', 'register_entries', 'register_history', 'register_checks',
      'register_organisers', 'register_counts', 'register_leaves', 'log_checkpoints', 'national_events', 'national_imports', 'coupons',
      'coupon_redemptions', 'orders', 'order_refunds', 'payment_discrepancies', 'money_movements', 'provider_transactions', 'reconciliation_runs', 'gold_awards', 'assessments',
      'assessment_criteria', 'assessment_steps', 'assessment_conditions', 'criteria_versions', 'concerns', 'appeals', 'case_steps',
      'complaints', 'claims', 'daily_visits', 'audit_log', 'schema_migrations'
    )
  loop
    execute format('grant select on %s to %I', item.name, readers);
  end loop;

  -- The books of the payments sandbox, where it is in use.
  if to_regnamespace('sandbox') is not null then
    execute format('grant usage on schema sandbox to %I', site);
    execute format('grant select, insert, update, delete on all tables in schema sandbox to %I', site);
    execute format('grant usage on all sequences in schema sandbox to %I', site);
  end if;
end
$rights$;
