-- Ends what a restored backup has brought back to life: sessions that were signed out since, links and invitations that were used since,
-- and mails that were sent since. Run it in the restored database before the site does, once (docs/backups.md). People sign in again;
-- links and invitations are sent anew; mails that wait are kept as failed, to be sent again from the mailbox where they are missing.
-- Answers how many of each there were, and writes that into the audit log.
with sessions as (
  delete from sign_in_sessions returning 1
), verifications as (
  delete from verifications returning 1
), invited as (
  update invitations set used_at = now() where used_at is null returning 1
), links as (
  update access_links set used_at = now() where used_at is null returning 1
), unsent as (
  update mails set state = 'failed', reason = 'Restored from a backup', settled_at = now() where state = 'waiting' returning 1
)
insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, after)
select 'command', 'after-restore', 'after-restore', 'database.restored', 'database', 'restored', jsonb_build_object(
  'sessions', (select count(*) from sessions), 'verifications', (select count(*) from verifications),
  'invitations', (select count(*) from invited), 'links', (select count(*) from links), 'mails', (select count(*) from unsent))
returning after;
