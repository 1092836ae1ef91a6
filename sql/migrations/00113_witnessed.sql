-- without a transaction

create index concurrently if not exists log_checkpoints_witnessed on log_checkpoints (origin, size) where witnessed_at is not null;
