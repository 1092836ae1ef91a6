-- One open order of services for each application, as the other products have one open or paid order each.
create unique index orders_one_open_extras on orders (application_id) where type = 'extras' and status = 'pending';
