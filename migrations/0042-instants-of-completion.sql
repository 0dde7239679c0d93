-- The instant at which a register says that an obligation was met: where a period runs in hours, a completion later on the due day is late.
alter table obligations add column completed_at timestamptz;

drop function if exists app.obligation_status(text, date, date, date, integer);
