-- A wound-up scheme without open items has a rating of its own.
alter table compliance_snapshots
  drop constraint compliance_snapshots_rating_check,
  add constraint compliance_snapshots_rating_check
    check (rating in ('RED', 'AMBER', 'GREEN', 'WOUND_UP', 'NOT_APPLICABLE'));
