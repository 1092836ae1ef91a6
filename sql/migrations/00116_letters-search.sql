-- The words of each kind of letter, as the view `letters` puts them together (migration 00113).

create index contact_enquiries_words on contact_enquiries using gin
  (fold(name || E'\n' || email || E'\n' || company || E'\n' || subject || E'\n' || message) gin_trgm_ops);
create index quick_apply_leads_words on quick_apply_leads using gin
  (fold(name || E'\n' || email || E'\n' || company_name) gin_trgm_ops);
create index webinar_sign_ups_words on webinar_sign_ups using gin (fold(name || E'\n' || email) gin_trgm_ops);
create index boxing_reservations_words on boxing_reservations using gin
  (fold(name || E'\n' || email || E'\n' || phone) gin_trgm_ops);
