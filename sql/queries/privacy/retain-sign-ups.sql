-- $1 moment: sign-ups for webinars before it go; one that was made after its webinar, once it is as old.
delete from webinar_sign_ups where webinar_at < $1::timestamptz and signed_up_at < $1::timestamptz returning 1 as one
