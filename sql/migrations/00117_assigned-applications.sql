-- What one person looks after.
create index applications_assigned on applications (assigned_to, status, submitted_at) where assigned_to is not null;
