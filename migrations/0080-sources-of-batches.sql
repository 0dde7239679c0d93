-- A payroll month is uploaded as a file or entered. A month that waits for either has no source, and amounts that were entered have no file.
alter table contribution_batches alter column source drop not null;
-- The update policy of the table is for the service; the owner migrates.
alter table contribution_batches no force row level security;
update contribution_batches set source = null where status = 'EXPECTED';
alter table contribution_batches force row level security;
drop index contribution_batches_file;
create unique index contribution_batches_file on contribution_batches (tenant_id, scheme_id, employer_id, file_sha256)
  where status not in ('REJECTED', 'UNDONE', 'EXPECTED') and file_sha256 <> '';

-- No batch was ever UPLOADED or VALIDATED: a file is imported whole or not at all, and a dry run stores nothing.
alter table contribution_batches drop constraint contribution_batches_status_check;
alter table contribution_batches add check (status in ('EXPECTED', 'REJECTED', 'AWAITING_FUNDS', 'PART_FUNDED', 'FUNDED', 'INVESTED',
                                                       'CLOSED', 'UNDONE'));
