-- without a transaction
-- The page of a case lists the calls of its application, those that are over or cancelled too.
create index concurrently if not exists assessment_calls_of on assessment_calls (application_id, booked_at);
