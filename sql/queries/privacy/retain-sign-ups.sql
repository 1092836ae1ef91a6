-- $1 moment: sign-ups for webinars before it go.
delete from webinar_sign_ups where webinar_at < $1::timestamptz returning 1 as one
