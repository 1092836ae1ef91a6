-- $1 application: who let it through, and why
select released_by_name, reason, released_at from identity_releases where application_id = $1::uuid
