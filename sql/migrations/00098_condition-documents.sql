-- without a transaction

-- The documents for conditions are few among all of an application.
create index concurrently if not exists evidence_files_of_conditions on evidence_files (criterion_id)
  where criterion_id like 'condition-%';
