-- The ten days for investing apply to deductions of every scheme, and to the employer's own money of defined contribution schemes only
-- (PA s.59(1)(a)): deductions of a DB scheme may be invested before the employer has paid.
alter table contribution_batches add column deductions_invested_on date;
