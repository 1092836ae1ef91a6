-- again: a decision in which somebody with a conflict of interest had a part is taken anew, by others.
alter table assessments
  drop constraint assessments_kind_known,
  add constraint assessments_kind_known check (kind in ('first', 'renewal', 'appeal', 'again'));
alter table assessment_steps
  drop constraint assessment_steps_known,
  add constraint assessment_steps_known check (step in ('assigned', 'no-conflict', 'conflict', 'asked', 'proposed', 'sent-back', 'referred',
    'seat-filled', 'voted', 'noticed', 'answered', 'reopened', 'decided', 'condition-met', 'brought-back', 'opened-again'));
