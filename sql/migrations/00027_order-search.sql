-- The orders list is searched by what stands in an organisation's name and email, and by the provider's names of a payment.
create index organisations_email_search on organisations using gin (fold(email) gin_trgm_ops);
create index orders_organisation on orders (organisation_id);
