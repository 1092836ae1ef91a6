-- Ends what a restored backup has brought back to life: sessions that were signed out since, links and invitations that were used since, API keys
-- that were revoked since, questions that were answered since, browsers that left an application since, and mails that were sent since. Run it in the restored database before the site does, once (docs/backups.md). People sign in again;
-- links and invitations are sent anew; questions are asked again; holders of API keys make new ones; mails that wait are kept as failed, to be sent again from the mailbox where they are missing.
-- Answers how many of each there were, and writes that into the audit log.
with sessions as (
  delete from sign_in_sessions returning 1
), verifications as (
  delete from verifications returning 1
), invited as (
  update invitations set used_at = now() where used_at is null returning 1
), links as (
  update access_links set used_at = now() where used_at is null returning 1
), keys as (
  update api_keys set revoked_at = now(), revoked_by = 'admin' where revoked_at is null returning 1
), webhook_pages as (
  delete from webhook_links returning 1
), questions as (
  update application_questions set expires_at = now() where answered_at is null and expires_at > now() returning 1
), replies as (
  update concern_replies set expires_at = now() where answered_at is null and expires_at > now() returning 1
), requests as (
  delete from follow_requests where used_at is null returning 1
), press as (
  delete from press_requests where used_at is null returning 1
), browsers as (
  -- Under the id of nobody: whatever a browser was given before counts no longer.
  insert into forgotten_browsers (id, forgotten_at) values ('00000000-0000-0000-0000-000000000000', now())
  on conflict (id) do update set forgotten_at = excluded.forgotten_at returning 1
), unsent as (
  update mails set state = 'failed', reason = 'Restored from a backup', settled_at = now() where state = 'waiting' returning 1
)
insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, after)
select 'command', 'after-restore', 'after-restore', 'database.restored', 'database', 'restored', jsonb_build_object(
  'sessions', (select count(*) from sessions), 'verifications', (select count(*) from verifications),
  'invitations', (select count(*) from invited), 'links', (select count(*) from links), 'mails', (select count(*) from unsent),
  'keys', (select count(*) from keys), 'webhookLinks', (select count(*) from webhook_pages), 'questions', (select count(*) from questions),
  'replies', (select count(*) from replies), 'requests', (select count(*) from requests) + (select count(*) from press),
  'browsers', (select count(*) from browsers))
returning after;
