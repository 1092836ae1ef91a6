-- How often the pages of the funnel were opened, by day. A page and a number: nothing of who opened it.

create table daily_visits (
  -- In London.
  day date not null,
  page text not null,
  visits bigint not null,
  primary key (day, page)
) with (fillfactor = 50);

create index orders_paid on orders (paid_at) where paid_at is not null;
create index application_decisions_decided on application_decisions (decided_at);
