-- A full refund for cause closes an application's checkout: nothing is sold for it until a reviewer opens it.
alter table applications add column checkout_closed_at timestamptz;
