-- Lines of before have null, and the time of their batch is read instead: a table of millions of lines is not rewritten.
alter table contribution_lines add column created_at timestamptz;
alter table contribution_lines alter column created_at set default clock_timestamp();
