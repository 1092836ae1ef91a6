-- Tokens of signed reports of the mail provider that were taken: each counts once, for as long as its signature holds.
create table seen_bounce_tokens (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  seen_at timestamptz not null,
  constraint seen_bounce_tokens_hash_length check (length(token_hash) = 32)
);
create index seen_bounce_tokens_seen_at on seen_bounce_tokens (seen_at);
