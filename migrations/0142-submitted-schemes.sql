-- A scheme that waits for approval was submitted at a time: lists of waiting schemes show it and are ordered by it.
alter table schemes add constraint schemes_submitted check (status <> 'PENDING_APPROVAL' or submitted_at is not null);
