-- $1 mail, as the mailbox shows it
select
  m.id, m.kind, m.to_name, m.to_email, m.subject, m.text_body, m.state, m.attempts, m.reason, m.created_at, m.settled_at,
  coalesce(
    (
      select jsonb_agg(
        jsonb_build_object('position', a.position, 'name', a.name, 'contentType', a.content_type, 'bytes', length(a.content))
        order by a.position
      )
      from mail_attachments a where a.mail_id = m.id
    ),
    '[]'
  ) as attachments
from mails m
where m.id = $1::uuid
