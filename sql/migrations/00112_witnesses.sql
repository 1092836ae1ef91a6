-- Witnesses cosign what was signed of the public log. Without any, a checkpoint is published as it is signed.
alter table log_checkpoints
  add column published boolean not null default true,
  -- The lines that witnesses added, below those of `note`.
  add column cosignatures text not null default '',
  -- Since when there are enough of them for the policy.
  add column witnessed_at timestamptz;

-- How far each witness has followed a log.
create table log_witnesses (
  origin text not null,
  -- As verifiers take it: name, id and key.
  key text not null,
  asked_since timestamptz not null,
  -- Of the largest checkpoint that it cosigned; null before the first.
  size bigint,
  cosigned_at timestamptz,
  -- Why it did not cosign the last time; null when it did.
  problem text,
  primary key (origin, key)
);
