-- What the admin area's lists are sorted by, besides time. Each list reads along an index, whatever it is sorted by.

create index applications_by_title on applications (status, fold(event_draft ->> 'title'), id);
create index orders_by_due on orders ((amount_pence - discount_pence), id);
