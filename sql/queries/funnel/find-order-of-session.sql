-- $1 session
select id, application_id, type, status from orders where checkout_session_id = $1::text
