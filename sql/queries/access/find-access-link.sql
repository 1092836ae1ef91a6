-- $1 SHA-256 of the token in hex: the link in whatever state, and the application or the draft that it leads to.
select l.application_id, a.organisation_id, a.status, l.draft_id, d.answers ->> 'email' as draft_email, l.used_at, l.expires_at
from access_links as l
left join applications as a on a.id = l.application_id
left join application_drafts as d on d.id = l.draft_id
where l.token_hash = decode($1::text, 'hex')
