-- A call that has taken place (or was missed) stands in no way of another one: booking the next marks it as over.

alter table assessment_calls drop constraint assessment_calls_state_known;
alter table assessment_calls add constraint assessment_calls_state_known check (state in ('booked', 'cancelled', 'over'));
