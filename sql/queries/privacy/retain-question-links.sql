-- $1 moment: links of questions that ran out before it go; question and answer stay with the application.
delete from application_questions where expires_at < $1::timestamptz returning 1 as one
