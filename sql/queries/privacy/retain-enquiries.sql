-- $1 moment: enquiries that arrived before it go.
delete from contact_enquiries where received_at < $1::timestamptz returning 1 as one
