-- $1 e-mail address in small letters, $2 now: mails to it, and mails of ours to the team that quote it. One that has not left yet does not.
with emptied as (
  update mails
  set to_name = '', to_email = '', text_body = '', html_body = '', unsubscribe_url = null,
    reason = case when state = 'waiting' then 'Erased before it was sent.' end,
    state = case when state = 'waiting' then 'failed' else state end,
    settled_at = coalesce(settled_at, $2::timestamptz)
  where html_body <> '' and (lower(to_email) = $1::text or names_address(text_body, $1::text))
  returning id
), attachments as (
  delete from mail_attachments where mail_id in (select id from emptied)
)
select id from emptied
