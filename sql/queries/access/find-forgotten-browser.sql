-- $1 browser, by the id in its cookie: a row where it has let go of its applications.
select id from forgotten_browsers where id = $1::uuid
