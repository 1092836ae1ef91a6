-- corrected: what an entry says of its event was put right. Other edits (a place among the featured ones, an end that moves with a payment) stay unsaid.
alter table register_history
  drop constraint register_history_change_known,
  add constraint register_history_change_known check
    (change in ('published', 'renewed', 'lapsed', 'suspended', 'reinstated', 'revoked', 'edited', 'assurance', 'accredited', 'unaccredited',
      'refused', 'reopened', 'corrected'));
