-- $1 moment: leads last sent before it go.
delete from quick_apply_leads where last_sent_at < $1::timestamptz returning 1 as one
