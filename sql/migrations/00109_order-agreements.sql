-- What a buyer was shown, and agreed to by the button under it. Nothing personal: an order, the text, the time.

create table order_agreements (
  id uuid primary key default uuidv7(),
  -- Without a foreign key: what was agreed to outlives what it was for, and is not deleted with it.
  order_id uuid not null,
  agreed_at timestamptz not null,
  terms_version text not null,
  -- The key terms as they were above the button: [{"term": …, "details": …}].
  shown jsonb not null,
  -- Null where it was left open: then the rules for consumers hold.
  buyer text,
  constraint order_agreements_buyer_known check (buyer in ('consumer', 'business'))
);
-- A button that is pressed again for the same terms adds nothing.
create unique index order_agreements_once on order_agreements (order_id, buyer, md5(shown::text)) nulls not distinct;

create trigger order_agreements_append_only before update or delete on order_agreements
  for each row execute function refuse_change();
create trigger order_agreements_not_emptied before truncate on order_agreements
  for each statement execute function refuse_change();
