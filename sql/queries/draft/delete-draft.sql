-- $1 draft: it has been sent. Its links go with it.
delete from application_drafts where id = $1::uuid
